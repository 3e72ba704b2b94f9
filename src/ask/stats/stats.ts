import type { Edge } from '../../model/edge.ts';
import type { Session } from '../../model/session.ts';
import type { SessionFilter, StoreReader } from '../../store/store.ts';
import { refOf } from '../walk/step.ts';
import { Counter } from './count.ts';
import type { Numbers } from './numbers.ts';
import { everyDigest, workOf, type Work } from './work.ts';

export interface StatsAnswer {
  /** The session that was asked about; null for the archive. */
  readonly session: Session | null;
  /** Sub-agents, forks and resumes of the session, counted separately. */
  readonly children: number;
  readonly total: Numbers;
  /** What was worked on and run most. */
  readonly work: Work;
  /** Most steps first. */
  readonly agents: readonly (Numbers & { readonly agent: string })[];
}

/** The numbers of one session. */
export async function statsOf(read: StoreReader, session: Session): Promise<StatsAnswer> {
  const counter = new Counter();
  await count(read, session, [counter]);
  const total = counter.numbers();
  const children = await read.children(session.uid, mostChildren);
  const digest = await read.digest(session.uid);
  const work = await workOf(digest ? [{ digest, repo: session.repo }] : []);
  return { session, children: children.length, total, work, agents: [{ agent: session.source, ...total }] };
}

/** The numbers of all sessions, together and by agent; a page at a time, so that their number does not matter. */
export async function stats(read: StoreReader, filter: SessionFilter = {}): Promise<StatsAnswer> {
  const all = new Counter();
  const agents = new Map<string, Counter>();
  for (let offset = 0; ; offset += page) {
    const { sessions } = await read.sessions({ ...filter, notEmpty: true }, { limit: page, offset });
    for (const session of sessions) {
      const own = agents.get(session.source) ?? new Counter();
      agents.set(session.source, own);
      await count(read, session, [all, own]);
    }
    if (sessions.length < page) break;
  }
  const numbers = [...agents].map(([agent, counter]) => ({ agent, ...counter.numbers() }));
  return {
    session: null,
    children: 0,
    total: all.numbers(),
    work: await workOf(everyDigest(read, filter)),
    agents: numbers.toSorted((a, b) => b.steps - a.steps),
  };
}

const page = 500;
const mostChildren = 10_000;

async function count(read: StoreReader, session: Session, counters: readonly Counter[]): Promise<void> {
  for (const counter of counters) counter.session(session);
  for (let after = 0; ;) {
    const steps = await read.steps(session.uid, { after, limit: page });
    const causes = new Map<string, Edge[]>(steps.map(({ id }) => [id, []]));
    for (const edge of await read.causes(steps.map(({ id }) => refOf(id)))) causes.get(edge.effect)?.push(edge);
    for (const step of steps) for (const counter of counters) counter.step(step, causes.get(step.id)!);
    if (steps.length < page) return;
    after = steps.at(-1)!.seq;
  }
}
