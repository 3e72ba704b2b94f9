import { join } from 'node:path';
import type { SessionUid } from '../../../src/model/ids.ts';
import { openSqlite } from '../../../src/store/sqlite/open.ts';
import type { Agent } from './planted-home.ts';
import { randomOf } from './secrets.ts';
import { writtenUids } from './written-sessions.ts';

/** What doors are asked about: names of things that are in the archive, as a person or an agent would give them. */
export interface Sample {
  readonly sessions: readonly string[];
  readonly events: readonly string[];
  readonly chains: readonly string[];
  readonly skills: readonly string[];
  /** Error output and words to find. */
  readonly texts: readonly string[];
  /** Files that `blame` is asked about, in `folder`. */
  readonly files: readonly string[];
  readonly folder: string;
  readonly agent: Agent;
  /** Given where a name is expected: no door repeats it. */
  readonly secret: string;
  readonly now: number;
}

export interface SampleOptions {
  readonly secret: string;
  readonly seed: number;
  readonly agent: Agent;
  /** So many of each, besides those of the sessions we wrote. */
  readonly size: number;
}

/** Another choice for every seed. */
export async function sampleOf(home: string, { secret, agent, seed, size }: SampleOptions): Promise<Sample> {
  const random = randomOf(seed);
  const some = <Item>(items: readonly Item[], most = size): readonly Item[] =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, most)
      .map(({ item }) => item);
  await using store = await openSqlite(join(home, '.stemma/stemma.db'), { mode: 'read' });
  const all = { limit: 1000, offset: 0 };
  const { sessions } = await store.read.sessions({ notEmpty: true }, all);
  const { chains } = await store.read.chains({}, all);
  const chosen = some(sessions.map(({ uid }) => uid));
  const events = await Promise.all(chosen.map((uid) => store.read.events(uid, { after: 0, limit: 500 })));
  const written = await store.read.events(writtenUids[0] as SessionUid, { after: 0, limit: 3 });
  const skills = await store.read.skillNames({}, 100);
  const known = chains.filter(({ error }) => error.session === writtenUids[0]);
  return {
    sessions: [writtenUids[0]!, ...chosen],
    events: [
      ...written.map(({ id }) => id),
      ...events.flatMap((own) =>
        some(
          own.map(({ id }) => id),
          1,
        ),
      ),
    ],
    chains: [...known.map(({ id }) => id), ...some(chains.map(({ id }) => id))],
    skills: [...(await store.read.skillNames({ session: writtenUids[0] as SessionUid }, 1)), ...some(skills)],
    texts: [...known.map(({ error }) => error.message), ...some(chains.map(({ error }) => error.message)), 'the'],
    files: ['settings.env', 'settings.env:1-2'],
    folder: join(home, 'work'),
    agent,
    secret,
    now: Date.parse('2026-11-17T10:00:00Z'),
  };
}
