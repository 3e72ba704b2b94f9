import type { Tokens } from '../../model/event.ts';
import type { Marker } from './markers.ts';

/** What one request used, rounded as aider rounds it. What it sent includes what came from the cache. */
export function usageOf({ sent, written, hit, received }: Extract<Marker, { is: 'tokens' }>): Tokens {
  return { input: Math.max(0, sent - hit - written), output: received, cache_read: hit, cache_write: written };
}
