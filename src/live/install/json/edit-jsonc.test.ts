import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { added, removed } from './edit-jsonc.ts';
import { JsoncError, memberOf, parseJsonc, valueOf } from './parse-jsonc.ts';
import type { ArrayNode, ObjectNode } from './parse-jsonc.ts';
import { formattedJson } from '../fixtures/formatted-json.ts';

const append = (text: string, key: string, value: unknown): string =>
  added(text, parseJsonc(text) as ObjectNode, value, key);
const take = (text: string, key: string): string => {
  const root = parseJsonc(text) as ObjectNode;
  return removed(text, root, memberOf(root, key)!);
};

describe('adding to a JSON file', () => {
  test.each([
    ['an empty object', '{}', '{\n  "k": [\n    1\n  ]\n}'],
    ['an object of two lines', '{\n}\n', '{\n  "k": [\n    1\n  ]\n}\n'],
    ['tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"k": [\n\t\t1\n\t]\n}'],
    [
      'four spaces and CRLF',
      '{\r\n    "a": 1\r\n}\r\n',
      '{\r\n    "a": 1,\r\n    "k": [\r\n        1\r\n    ]\r\n}\r\n',
    ],
    ['one line', '{"a": 1}', '{"a": 1, "k": [1]}'],
    ['one line with spaces', '{ "a": 1 }', '{ "a": 1, "k": [1] }'],
    ['a trailing comma', '{\n  "a": 1,\n}', '{\n  "a": 1,\n  "k": [\n    1\n  ],\n}'],
    ['a comment behind the last', '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "k": [\n    1\n  ]\n}'],
    ['only comments', '{\n  // nothing yet\n}', '{\n  // nothing yet\n  "k": [\n    1\n  ]\n}'],
    ['a byte order mark', '\uFEFF{"a":1}', '\uFEFF{"a":1, "k": [1]}'],
  ])('keeps the form of %s, and taking it out gives back what was there', (_, before, after) => {
    expect(append(before, 'k', [1])).toBe(after);
    const back = take(after, 'k');
    if (before !== '{\n}\n') expect(back).toBe(before);
  });

  test('adds to the object that counts when a name is there twice', () => {
    const root = parseJsonc('{"hooks": {"a": 1}, "hooks": {}}') as ObjectNode;
    const text = added('{"hooks": {"a": 1}, "hooks": {}}', memberOf(root, 'hooks')!.node as ObjectNode, [], 'b');
    expect(valueOf(parseJsonc(text))).toEqual({ hooks: { b: [] } });
  });

  test('leaves every other value what it was, in any formatting, and can be taken back', () => {
    fc.assert(
      fc.property(formattedJson(), fc.string(), fc.jsonValue(), ({ text, value }, key, extra) => {
        fc.pre(!(key in value) && key !== '__proto__');
        const longer = append(text, key, extra);
        expect(valueOf(parseJsonc(longer))).toEqual({ ...value, [key]: JSON.parse(JSON.stringify(extra)) });
        expect(valueOf(parseJsonc(take(longer, key)))).toEqual(value);
        expect(isSubsequence(text.replaceAll(/\s/g, ''), longer)).toBe(true);
      }),
    );
  });
});

test('a comment that runs to the end of its line never swallows what follows', () => {
  const text = '[1, // one\n2 // two\n]';
  const list = parseJsonc(text) as ArrayNode;
  expect(valueOf(parseJsonc(removed(text, list, list.children[1]!)))).toEqual([1]);
  expect(valueOf(parseJsonc(removed(text, list, list.children[0]!)))).toEqual([2]);
});

test.each([
  ['', 'line 1: it ends too early'],
  ['{"a": 1', 'line 1: "," or "}" is missing'],
  ['{\n  "a" 1\n}', 'line 2: ":" is missing'],
  ['{\n  a: 1\n}', 'line 2: a name in double quotes is missing'],
  ['{"a": tru}', 'line 1: "t" is not expected here'],
  ['{} {}', 'line 1: there is more after its end'],
  ['{ /* ', 'line 1: a comment is not closed'],
  ['{"a":1,,"b":2}', 'line 1: a name in double quotes is missing'],
  ['[01]', 'line 1: "," or "]" is missing'],
])('%j is no JSON, and the line is named', (text, message) => {
  expect(() => parseJsonc(text)).toThrow(new JsoncError(message));
});

test('what JSON.parse reads is read the same', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent);
      fc.pre(!written.includes('"__proto__"'));
      expect(valueOf(parseJsonc(written))).toEqual(JSON.parse(written));
    }),
  );
});

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at += 1;
  return at >= part.length;
}
