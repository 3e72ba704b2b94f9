import { join } from 'node:path';
import { entriesOf } from '../../platform/files/walk.ts';
import type { Source } from '../source.ts';
import { about } from './about.ts';
import { document, identify, matches } from './identity.ts';
import { causetraceReader } from './reader.ts';

/**
 * causetrace keeps one JSONL file per session, `~/.causetrace/data/<session id>.jsonl`; `causetrace export` prints the
 * same as one list, and `stemma export --format causetrace` writes the same lines. See README.md.
 */
export const causetrace: Source = {
  ...about,
  places: ({ home }) => [join(home, '.causetrace', 'data')],
  async *discover({ home }) {
    const folder = join(home, '.causetrace', 'data');
    for (const { name } of await entriesOf(folder)) if (name.endsWith('.jsonl')) yield join(folder, name);
  },
  matches,
  identify,
  document,
  reader: causetraceReader,
};
