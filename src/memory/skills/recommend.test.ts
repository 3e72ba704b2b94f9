import { expect, test } from 'vitest';
import { makeInvocation } from '../../testing/make-invocation.ts';
import { phaseFit, Recommender, type RecommendOptions } from './recommend.ts';
import { shareOf } from './share.ts';

type Use = ReturnType<typeof makeInvocation>;

function recommended(query: string, uses: readonly Use[], options: RecommendOptions = {}) {
  const recommender = new Recommender(query, options);
  for (const use of uses) recommender.add(use);
  return recommender.recommendations(() => shareOf(1, 2));
}

const cart = makeInvocation('fix-cart', true, {
  user_query: 'the shopping cart computes a wrong total',
  workflow_phase: 'execution',
  duration_seconds: 12,
  session: 'quill:a',
});
const failedCart = makeInvocation('patch-cart', false, {
  user_query: 'the shopping cart computes a wrong total',
  workflow_phase: 'execution',
});
const lint = makeInvocation('lint', true, {
  user_query: 'run the linter over the whole repository',
  workflow_phase: 'verification',
});
const nowhere = makeInvocation('anything', true, { user_query: 'the shopping cart computes a wrong total' });

test('what was used for a like need comes first, with everything about that use', () => {
  const [first, ...others] = recommended('the total of my cart is wrong', [lint, cart]);
  expect(first).toEqual({
    skill_name: 'fix-cart',
    similarity_score: first!.text_similarity,
    invocation_id: cart.id,
    user_query: cart.user_query,
    request: null,
    completed: true,
    duration_seconds: 12,
    session_id: 'quill:a',
    invoked_at: cart.at,
    workflow_phase: 'execution',
    text_similarity: first!.text_similarity,
    completion: shareOf(1, 2),
    similar_uses: 1,
  });
  expect(first!.similarity_score).toBeGreaterThan(0.6);
  expect(others.map(({ skill_name }) => skill_name)).toEqual([]);
});

test('what was asked of it counts as the need does', () => {
  const asked = makeInvocation('scout', true, { user_query: 'go on', request: 'find out why the cart total is wrong' });
  expect(recommended('why is the cart total wrong?', [asked])[0]).toMatchObject({ skill_name: 'scout' });
});

test('each skill is listed once, by its best use', () => {
  const again = makeInvocation('fix-cart', false, { user_query: 'the shopping cart computes a wrong total' });
  expect(recommended('the shopping cart computes a wrong total', [again, cart, again])).toMatchObject([
    { skill_name: 'fix-cart', completed: true, similar_uses: 3 },
  ]);
});

test.each<readonly [string, Use, number]>([
  ['the same phase, completed', cart, 1],
  ['the same phase, abandoned', failedCart, 0.5],
  ['the same phase, unknown', makeInvocation('x', null, { workflow_phase: 'execution' }), 0.75],
  ['another phase', lint, 0.7],
  ['no phase', nowhere, 0],
])('the fit of %s', (_, use, fit) => {
  expect(phaseFit(use, 'execution')).toBe(fit);
});

test('the score is words and phase, weighed: cos · (1 − w) + fit · w, with 0.3 when nothing is said', () => {
  const scoreOf = (options: RecommendOptions) =>
    recommended('the total of my cart is wrong', [failedCart], options)[0]!;
  const alike = scoreOf({}).text_similarity;
  expect(scoreOf({ workflowPhase: 'execution' }).similarity_score).toBeCloseTo(alike * 0.7 + 0.5 * 0.3, 2);
  expect(scoreOf({ workflowPhase: 'execution', phaseWeight: 0.8 }).similarity_score).toBeCloseTo(
    alike * 0.2 + 0.5 * 0.8,
    2,
  );
});

test('with weight 0 only words count, with weight 1 only the phase', () => {
  const all = [nowhere, lint, failedCart];
  const ranked = (phaseWeight: number) =>
    recommended('the shopping cart computes a wrong total', all, {
      workflowPhase: 'verification',
      phaseWeight,
      minSimilarity: 0,
    }).map(({ skill_name, similarity_score }) => [skill_name, similarity_score]);
  expect(ranked(0).slice(0, 2)).toEqual([
    ['anything', 1],
    ['patch-cart', 1],
  ]);
  expect(ranked(1)).toEqual([
    ['lint', 1],
    ['patch-cart', 0.7],
  ]);
});

test('without a phase the weight says nothing', () => {
  expect(recommended('the total of my cart is wrong', [cart], { phaseWeight: 1 })).toEqual(
    recommended('the total of my cart is wrong', [cart]),
  );
});

test('what is not alike enough is left out, whatever its phase; only where the phase alone counts nothing need be alike', () => {
  expect(
    recommended('the total of my cart is wrong', [lint], { workflowPhase: 'verification', phaseWeight: 0.9 }),
  ).toEqual([]);
  expect(
    recommended('the total of my cart is wrong', [lint], { workflowPhase: 'verification', phaseWeight: 1 }),
  ).toHaveLength(1);
  expect(recommended('the total of my cart is wrong', [cart], { minSimilarity: 0.99 })).toEqual([]);
});

test('no more than asked for, the more reliable first among those that fit alike', () => {
  const recommender = new Recommender('the shopping cart computes a wrong total', { limit: 1 });
  for (const use of [nowhere, failedCart]) recommender.add(use);
  expect(
    recommender
      .recommendations((skill) => (skill === 'patch-cart' ? shareOf(9, 10) : shareOf(1, 1)))
      .map(({ skill_name }) => skill_name),
  ).toEqual(['patch-cart']);
});
