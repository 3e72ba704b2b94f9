import type { Tokens } from '../../model/event.ts';
import type { Role } from '../../model/words.ts';
import { text, time } from '../../platform/parse-records.ts';
import type { Draft, What } from '../source.ts';
import { keep } from './carry.ts';
import type { Chain } from './carry.ts';
import type { Rec } from './record.ts';
import type { Work } from './work.ts';

interface Emission {
  readonly key: string;
  readonly what: What;
  /** The agent's own id, where it gave one. */
  readonly native?: string | undefined;
  readonly parent?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly model?: string;
  readonly durationMs?: number | undefined;
  /** A prompt that came into a running turn opens none. */
  readonly midTurn?: true;
}

/** Adds an event to its chain and notes what later records need to know of it. */
export function emit(work: Work, chain: Chain, record: Rec, emission: Emission): void {
  const { key, what, native, parent, tokens, model, durationMs } = emission;
  const at = time(record['timestamp']);
  const turn = turnOf(work, chain, record, emission);
  const draft: Draft = {
    session: chain.uid,
    key,
    role: roleOf(what),
    what,
    ...(native === undefined ? undefined : { native }),
    ...(at === undefined ? undefined : { at }),
    ...(parent === undefined || parent === key ? undefined : { parent }),
    ...(turn === undefined ? undefined : { turn }),
    ...(tokens === undefined ? undefined : { tokens }),
    ...(model === undefined ? undefined : { model }),
    ...(durationMs === undefined ? undefined : { durationMs }),
  };
  work.drafts.push(draft);
  chain.last = key;
  if (what.is === 'prompt' || what.is === 'call') chain.step = key;
  keep(work.carry, 'events', key, true);
}

/** What people and finished tasks say opens a turn; what the harness adds belongs to the turn that runs. */
function turnOf({ carry }: Work, chain: Chain, record: Rec, { key, what, midTurn }: Emission): string | undefined {
  const promptId = text(record['promptId']);
  const opens =
    what.is === 'prompt' &&
    !midTurn &&
    (chain.turn === undefined || what.origin === 'human' || what.origin === 'notification');
  if (!opens) return (promptId === undefined ? undefined : carry.turns.get(promptId)) ?? chain.turn;
  chain.turn = key;
  if (promptId !== undefined) keep(carry, 'turns', promptId, key);
  return key;
}

function roleOf(what: What): Role {
  switch (what.is) {
    case 'prompt':
    case 'intervention':
    case 'decision':
      return 'user';
    case 'message':
    case 'thinking':
    case 'call':
    case 'completion':
      return 'assistant';
    case 'result':
      return 'tool';
    case 'failure':
    case 'lifecycle':
      return 'system';
  }
}
