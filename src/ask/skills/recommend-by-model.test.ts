import { expect, test } from 'vitest';
import type { Recommendation } from '../../memory/skills/recommend.ts';
import { recommendByModel } from './recommend-by-model.ts';

/** A model to which only the first letter of a text means anything. */
const model = {
  id: 'letters',
  title: 'letters',
  dimensions: 384,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from({ length: 384 }, (_, at) => Number(text.charCodeAt(0) % 384 === at))),
};

const use = (skill: string, text: string | null, alike: number, score = alike) =>
  ({
    skill_name: skill,
    user_query: null,
    request: text,
    text_similarity: alike,
    similarity_score: score,
  }) as Recommendation;

test('what the model finds near comes first, and what has no text keeps its place', async () => {
  const found = [use('table', 'x', 0.6), use('model', 'a task', 0.4), use('silent', null, 0.35)];
  const ordered = await recommendByModel(model, 'any need', found, {});
  expect(ordered.map((each) => [each.skill_name, each.text_similarity, each.similarity_score])).toEqual([
    ['model', 0.7, 0.7],
    ['silent', 0.35, 0.35],
    ['table', 0.3, 0.3],
  ]);
  expect(await recommendByModel(model, 'any need', [], {})).toEqual([]);
});

test('beside a phase the text counts as much as it did', async () => {
  const [only] = await recommendByModel(model, 'any need', [use('model', 'a task', 0.4, 0.52)], {
    workflowPhase: 'execution',
    phaseWeight: 0.4,
  });
  expect(only).toMatchObject({ text_similarity: 0.7, similarity_score: 0.7 });
});
