import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { entriesOf } from '../../platform/files/walk.ts';
import { list, name, object } from '../../platform/parse-records.ts';
import { goTablesOf, isCrushs } from '../opencode-format/container/database.ts';
import { headingAt } from '../opencode-format/container/heading.ts';
import { openCodeReader } from '../opencode-format/records/reader.ts';
import { databaseContainer } from '../reader/database.ts';
import type { Identity, Machine, Peek, Source } from '../source.ts';
import { about } from './about.ts';

/** Crush keeps a database in each project, `.crush/crush.db`, and a list of projects. See README.md. */
export const crush: Source = {
  ...about,
  places: (machine) => [listOf(machine)],
  async *discover(machine) {
    for (const folder of await projectsIn(listOf(machine)))
      if ((await entriesOf(folder)).some((entry) => entry.name === 'crush.db')) yield join(folder, 'crush.db');
  },
  matches: ({ head }) => headingAt(head)?.by === about.name,
  identify,
  container: databaseContainer([goTablesOf({ by: about.name, is: isCrushs, folderOf })]),
  reader: openCodeReader,
};

/** A sub-agent's session is named by the message and the call that started it: `<message>$$<call>`. */
function identify({ head }: Peek): Identity {
  const { session = 'unnamed', parent, created } = headingAt(head) ?? {};
  const above = parent === undefined || parent === session ? undefined : sessionUid(about.flavor, parent);
  return {
    session: sessionUid(about.flavor, session),
    ...(above && {
      root: above,
      parent: { uid: above, relation: 'subagent' as const, call: session.replace(/^.*\$\$/, '') },
    }),
    ...(created !== undefined && { begun: created }),
  };
}

/** Nothing in the database says where it worked: the database lies there. */
function folderOf(database: string): string | undefined {
  const data = dirname(database);
  return basename(data) === '.crush' && isAbsolute(data) ? dirname(data) : undefined;
}

async function projectsIn(path: string): Promise<readonly string[]> {
  try {
    const known = object(parseJson(await readFile(path, 'utf8')));
    const folders = list(known['projects']).flatMap((project) => {
      const { path: root, data_dir: data } = object(project);
      const [at, folder] = [name(root), name(data)];
      if (folder === undefined) return at === undefined ? [] : [join(at, '.crush')];
      return isAbsolute(folder) ? [folder] : at === undefined ? [] : [join(at, folder)];
    });
    return [...new Set(folders)];
  } catch {
    // It is not installed, or is writing the list.
    return [];
  }
}

function listOf({ home, env }: Machine): string {
  const data = env['CRUSH_GLOBAL_DATA'] || join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'crush');
  return join(data, 'projects.json');
}
