import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../source.ts';
import { flavor, identify, recognises } from './identity.ts';
import { causetraceReader } from './reader.ts';

/** causetrace keeps one JSONL file per session, `~/.causetrace/data/<session id>.jsonl`; `stemma export --format causetrace` writes the same. See README.md. */
export const causetrace: Source = {
  name: 'causetrace',
  flavor,
  title: 'causetrace',
  gives: { times: true, thinking: true, durations: true, lineage: true },
  places: ({ home }) => [join(home, '.causetrace', 'data')],
  async *discover({ home }) {
    const folder = join(home, '.causetrace', 'data');
    const names = await readdir(folder).catch(() => []);
    for (const name of names.toSorted((a, b) => (a < b ? -1 : 1))) if (name.endsWith('.jsonl')) yield join(folder, name);
  },
  recognises,
  identify,
  reader: causetraceReader,
};
