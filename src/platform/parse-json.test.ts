import { expect, test } from 'vitest';
import { deepest, parseJson } from './parse-json.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}"core"${']'.repeat(depth)}`;

test('a value comes back as it was written, up to the depth that everything can follow', () => {
  const text = `{"a":[1,"x",null,{"b":${nested(deepest - 3)}}]}`;
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

test('what is nested deeper is replaced by a note, and everything around it stays', () => {
  const value = parseJson(`{"before":1,"deep":${nested(100_000)},"after":[2]}`) as Record<string, unknown>;
  expect(value).toMatchObject({ before: 1, after: [2] });
  const text = JSON.stringify(value['deep']);
  expect(text).toContain('nested too deeply');
  expect(text.match(/\[/g)!.length).toBeLessThan(deepest + 1);
});

test('a million siblings are no depth', () => {
  const text = `[${Array(100_000).fill('{"a":[]}').join(',')}]`;
  expect(parseJson(text)).toHaveLength(100_000);
});
