import { keptSession, type KeptSession } from './kept-session.ts';
import type { Say } from './promise.ts';

/** A store that holds one session of a million events. */
export function millionInOneSession(say: Say): KeptSession {
  return keptSession('stemma-bench-session', 1_000_000, say);
}
