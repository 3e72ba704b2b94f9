import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Measures, PerformanceTrend } from './answer.ts';

/** A session beside those that worked in the same repository before it. Reads no event. */
export async function trendOf(read: StoreReader, session: Session): Promise<PerformanceTrend | null> {
  const { repo, started_at, parent } = session;
  if (repo === null || started_at === null || parent?.relation === 'subagent') return null;
  const { sessions } = await read.sessions(
    { repo, until: Date.parse(started_at) - 1, topLevel: true, notEmpty: true },
    { limit: looked, offset: 0 },
  );
  const earlier = sessions.filter(({ uid }) => uid !== session.uid);
  if (earlier.length === 0) return null;
  const measured = earlier.map(measuresOf);
  const now = measuresOf(session);
  const median = Object.fromEntries(
    Object.keys(now).map((name) => [name, medianOf(measured.map((each) => each[name as keyof Measures]))]),
  ) as unknown as Measures;
  return { sessions: earlier.length, since: earlier.at(-1)!.started_at, now, median };
}

const looked = 20;

function measuresOf({ cost, steps, errors }: Session): Measures {
  return {
    wall_clock_s: cost.wall_clock_s,
    turns: cost.turns,
    steps,
    output_tokens: cost.output_tokens,
    all_tokens: cost.input_tokens + cost.output_tokens + cost.cache_tokens,
    retries: cost.retries,
    errors_per_100_steps: steps === 0 ? 0 : Math.round((errors / steps) * 1000) / 10,
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
