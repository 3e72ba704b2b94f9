import { sessionUid } from '../../model/ids.ts';
import type { Source } from '../source.ts';

/** Codex CLI keeps one rollout file per thread: ~/.codex/sessions/YYYY/MM/DD/rollout-<start>-<thread id>.jsonl */
export const codex: Source = {
  name: 'codex',
  flavor: 'codex',
  title: 'Codex CLI',
  gives: {},
  async *discover() {},
  recognises: () => false,
  identify: ({ path }) => ({ session: sessionUid('codex', path) }),
  reader: () => ({ line: () => ({ disposition: 'state' }), state: () => null }),
};
