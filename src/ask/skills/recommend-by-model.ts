import { defaultPhaseWeight, type Recommendation, type RecommendOptions } from '../../memory/skills/recommend.ts';
import type { SentenceModel } from '../../memory/embed/model/sentence-model.ts';

/** Recommendations that the model is asked about; about half a second of work. */
export const maxAsked = 24;

/** The same as an added model orders them: how alike a use is becomes the mean of what the table and the model find. */
export async function recommendByModel(
  model: SentenceModel,
  need: string,
  found: readonly Recommendation[],
  { workflowPhase, phaseWeight = defaultPhaseWeight }: RecommendOptions,
): Promise<readonly Recommendation[]> {
  if (found.length === 0) return found;
  const texts = found.map(({ user_query, request }) =>
    [user_query, request].filter((text) => text !== null && text !== ''),
  );
  const [asked, ...vectors] = await model.embed([need, ...(texts.flat() as string[])]);
  const share = workflowPhase === undefined ? 1 : 1 - phaseWeight;
  let next = 0;
  return found
    .map((each, at) => {
      const own = vectors.slice(next, (next += texts[at]!.length));
      if (own.length === 0) return each;
      const cosine = Math.max(0, ...own.map((vector) => product(asked!, vector)));
      const change = (cosine - each.text_similarity) / 2;
      return {
        ...each,
        text_similarity: thousandths(each.text_similarity + change),
        similarity_score: thousandths(each.similarity_score + share * change),
      };
    })
    .toSorted((a, b) => b.similarity_score - a.similarity_score);
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at]!, 0);
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
