import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';
import {
  defaultLimit,
  Recommender,
  type Recommendation,
  type RecommendOptions,
} from '../../memory/skills/recommend.ts';
import { shareOf } from '../../memory/skills/share.ts';
import type { DescribedUse } from '../../model/invocation.ts';
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
  const ends = new Map<string, { completed: number; known: number }>();
  let seen = 0;
  for await (const uses of read.describedUses(filter))
    for (const use of uses) {
      countEnd(ends, use);
      if (seen++ >= total - mostCompared) recommender.add(use);
    }
  const found = recommender.recommendations((skill) => {
    const { completed, known } = ends.get(skill)!;
    return shareOf(completed, known);
  });
  return {
    recommendations: model ? (await orderedBy(model, need, found, how)).slice(0, limit) : found,
    compared: Math.min(seen, mostCompared),
    truncated: seen > mostCompared,
  };
}

function countEnd(ends: Map<string, { completed: number; known: number }>, { skill, completed }: DescribedUse): void {
  let end = ends.get(skill);
  if (!end) ends.set(skill, (end = { completed: 0, known: 0 }));
  if (completed !== null) end.known++;
  if (completed === true) end.completed++;
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
