import { copyFileSync, constants, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EdgeRow, Store } from '../src/store/store.ts';
import { millionEvents } from './million.ts';
import type { Say } from './promise.ts';
import { built } from './stemma.ts';

/** How many steps back the causes of a step lie, and how sure each is: the strongest way back is through every step. */
const causes = [
  [1, 0.97],
  [2, 0.9],
  [3, 0.84],
  [5, 0.72],
  [8, 0.5],
] as const;

/**
 * The store of a million events, in which every step has five causes and each of them evidence. Kept beside the
 * other.
 */
export async function linkedMillion(say: Say): Promise<string> {
  const { home, store: path } = millionEvents(say);
  const linked = join(home, 'only-five-causes.db');
  if (existsSync(linked)) return linked;
  const making = `${linked}.making`;
  copyFileSync(path, making, constants.COPYFILE_FICLONE);
  forgetEdges(making);
  say('giving every step five causes');
  const { openSqlite } = await built('store/sqlite/open');
  let edges = 0;
  {
    await using store = await openSqlite(making, { mode: 'write' });
    await store.write.gather();
    const { sessions } = await store.read.sessions({}, { limit: 100_000, offset: 0 });
    for (const { uid } of sessions) edges += await linkSession(store, uid);
    await store.write.flush();
    await store.write.settle();
  }
  say(`${edges.toLocaleString('en')} edges`);
  renameSync(making, linked);
  return linked;
}

/** Those that ingest found would come on top, and there would be more than five. */
function forgetEdges(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('delete from edge');
  database.close();
}

async function linkSession(store: Store, uid: Parameters<Store['read']['filesOf']>[0]): Promise<number> {
  const { eventRef } = await built('model/ids');
  const [file] = await store.read.filesOf(uid);
  const tree = await store.read.treeOf(uid);
  if (file === undefined || tree === undefined) return 0;
  const steps = (await store.read.steps(uid, { after: 0, limit: 100_000 })).map(({ id }) => eventRef(id)!);
  const edges = steps.flatMap((effect, at) =>
    causes.flatMap(([back, confidence]): EdgeRow[] => {
      const cause = steps[at - back];
      return cause === undefined
        ? []
        : [
            {
              cause,
              effect,
              types: ['informed'],
              basis: 'inferred',
              confidence,
              evidence: [`\`parseTotal\` was shown ${back} steps before`],
            },
          ];
    }),
  );
  await store.write.commit({
    tree,
    file,
    pieces: [],
    sessions: [],
    events: [],
    again: [],
    replaced: [],
    outcomes: [],
    links: [],
    edges,
    chains: [],
    unknown: [],
    issues: [],
    renewed: false,
  });
  return edges.length;
}
