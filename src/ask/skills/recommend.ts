import { AllMetrics } from '../../memory/skills/all-metrics.ts';
import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';
import {
  defaultLimit,
  Recommender,
  type Recommendation,
  type RecommendOptions,
} from '../../memory/skills/recommend.ts';
import { shareOf } from '../../memory/skills/share.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';
import { maxAsked, recommendByModel } from './recommend-by-model.ts';

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
  options: RecommendOptions & { readonly filter?: InvocationFilter; readonly model?: AskedModel } = {},
): Promise<RecommendAnswer> {
  const { filter = {}, model, ...how } = options;
  const limit = how.limit ?? defaultLimit;
  const { total } = await read.invocations(filter, { limit: 0, offset: 0 });
  const recommender = new Recommender(need, model ? { ...how, limit: Math.max(limit, maxAsked) } : how);
  const all = new AllMetrics();
  let seen = 0;
  for await (const use of read.eachInvocation(filter)) {
    all.add(use);
    if (seen++ >= total - mostCompared) recommender.add(use);
  }
  const completion = new Map(all.metrics().map((metrics) => [metrics.skill_name, metrics.completion]));
  const found = recommender.recommendations((skill) => completion.get(skill) ?? shareOf(0, 0));
  return {
    recommendations: model ? (await orderedBy(model, need, found, how)).slice(0, limit) : found,
    compared: Math.min(seen, mostCompared),
    truncated: seen > mostCompared,
  };
}

/** A model that was added, and who hears that it could not be asked. */
export interface AskedModel {
  readonly model: SentenceModel;
  readonly onError: ((error: StemmaError) => void) | undefined;
}

async function orderedBy(
  { model, onError }: AskedModel,
  need: string,
  found: readonly Recommendation[],
  how: RecommendOptions,
): Promise<readonly Recommendation[]> {
  try {
    return await recommendByModel(model, need, found, how);
  } catch (error) {
    if (!onError || !(error instanceof StemmaError)) throw error;
    onError(error);
    return found;
  }
}

/** About a second's worth. */
const mostCompared = 20_000;
