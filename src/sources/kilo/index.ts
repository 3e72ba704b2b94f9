import { join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { entriesOf } from '../../platform/files/walk.ts';
import { isKilos, tablesOf } from '../opencode-format/container/database.ts';
import { exported } from '../opencode-format/container/exported.ts';
import { headingAt } from '../opencode-format/container/heading.ts';
import { openCodeReader } from '../opencode-format/records/reader.ts';
import { databaseContainer } from '../reader/database.ts';
import type { Identity, Machine, Peek, Source } from '../source.ts';
import { about } from './about.ts';

/** Kilo Code's command line, and its extension since version 7, keep sessions as OpenCode does. See README.md. */
export const kilo: Source = {
  ...about,
  places: (machine) => [join(dataOf(machine), 'kilo.db'), join(dataOf(machine), 'kilo.db-wal')],
  async *discover(machine) {
    for (const { name } of await entriesOf(dataOf(machine)))
      if (/^kilo(?:-[\w.-]+)?\.db$/.test(name)) yield join(dataOf(machine), name);
  },
  matches: ({ head }) => headingAt(head)?.by === about.name,
  identify,
  container: { ...databaseContainer([tablesOf({ by: about.name, is: isKilos })]), exported },
  reader: openCodeReader,
};

function identify({ head }: Peek): Identity {
  const { session = 'unnamed', parent, root, created } = headingAt(head) ?? {};
  const above = parent === undefined || parent === session ? undefined : sessionUid(about.flavor, parent);
  return {
    session: sessionUid(about.flavor, session),
    ...(above && {
      root: root === undefined ? above : sessionUid(about.flavor, root),
      parent: { uid: above, relation: 'subagent' as const },
    }),
    ...(created !== undefined && { begun: created }),
  };
}

/** Beside the database lie keys (`auth.json`), logs and snapshots: not read. */
function dataOf({ home, env }: Machine): string {
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'kilo');
}
