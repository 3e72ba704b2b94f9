import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { name } from '../../platform/parse-records.ts';
import { firstRecords } from '../reader/json-lines.ts';
import type { Machine, Source } from '../source.ts';
import { about } from './about.ts';
import { toyReader } from './reader.ts';

/** One JSONL file per session: `~/.toy/<session id>.jsonl`. See README.md. */
export const toy: Source = {
  ...about,
  places: (machine) => [folder(machine)],
  async *discover(machine) {
    const files = await readdir(folder(machine)).catch(() => []);
    for (const file of files) if (file.endsWith('.jsonl')) yield join(folder(machine), file);
  },
  matches: ({ head }) => name(firstRecords(head, 1)[0]?.['toy']) !== undefined,
  identify: ({ head }) => ({ session: sessionUid(about.flavor, name(firstRecords(head, 1)[0]?.['toy']) ?? 'unknown') }),
  reader: toyReader,
};

function folder({ home }: Machine): string {
  return join(home, '.toy');
}
