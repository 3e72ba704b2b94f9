import { AllMetrics } from '../../memory/skills/all-metrics.ts';
import { Recommender, type Recommendation, type RecommendOptions } from '../../memory/skills/recommend.ts';
import { shareOf } from '../../memory/skills/share.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';

/** Skills that were used for a need like this one, the best first. */
export interface RecommendAnswer {
  readonly recommendations: readonly Recommendation[];
  /** Uses that were compared: the latest, when there are very many. */
  readonly compared: number;
  readonly truncated: boolean;
}

export async function recommend(
  read: StoreReader,
  need: string,
  options: RecommendOptions & { readonly filter?: InvocationFilter } = {},
): Promise<RecommendAnswer> {
  const { filter = {}, ...how } = options;
  const { total } = await read.invocations(filter, { limit: 0, offset: 0 });
  const recommender = new Recommender(need, how);
  const all = new AllMetrics();
  let seen = 0;
  for await (const use of read.eachInvocation(filter)) {
    all.add(use);
    if (seen++ >= total - mostCompared) recommender.add(use);
  }
  const completion = new Map(all.metrics().map((metrics) => [metrics.skill_name, metrics.completion]));
  return {
    recommendations: recommender.recommendations((skill) => completion.get(skill) ?? shareOf(0, 0)),
    compared: Math.min(seen, mostCompared),
    truncated: seen > mostCompared,
  };
}

/** About a second's worth. */
const mostCompared = 20_000;
