import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentSplitter } from './split-document.ts';

test('elements of the named lists become records, and the rest stays one readable document', () => {
  const text =
    '{"id": "s1", "messages": [ {"role":"user","content":"a, [b] \\"c\\""},\n {"n":[1,{"messages":[2]}]} , 7 ], "usage": {"total": 3}}';
  const { records, frame } = split(text, ['messages']);
  expect(records.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
    { role: 'user', content: 'a, [b] "c"' },
    { n: [1, { messages: [2] }] },
    7,
  ]);
  expect(JSON.parse(frame!)).toEqual({ id: 's1', messages: [], usage: { total: 3 } });
  expect(records.map(({ text: record, offset }) => text.slice(offset, offset + record.length) === record)).toEqual([
    true,
    true,
    true,
  ]);
});

test('lists are named from the top, so that one of the same name elsewhere is left alone', () => {
  const { records } = split('{"a":{"steps":[1]},"info":{"steps":["x", true]}}', ['info.steps']);
  expect(records.map(({ text, within }) => [within, text])).toEqual([
    ['info.steps', '"x"'],
    ['info.steps', 'true'],
  ]);
});

test('a list at the top is named by nothing, and values one after another by a star', () => {
  expect(split('[1, {"a": 2}]', ['']).records.map(({ text }) => text)).toEqual(['1', '{"a": 2}']);
  expect(
    split('{\n "a": 1\n}\n{\n "b": [2]\n}\n', ['*']).records.map(({ text }) => JSON.parse(text) as unknown),
  ).toEqual([{ a: 1 }, { b: [2] }]);
});

test('a document that is cut off yields the records before the cut, and says that it is not whole', () => {
  const { records, isWhole } = split('{"messages":[{"a":1},{"b":', ['messages']);
  expect(records.map(({ text }) => text)).toEqual(['{"a":1}']);
  expect(isWhole).toBe(false);
});

test('a record past the limit passes without being held', () => {
  const splitter = new DocumentSplitter(['m'], 100);
  const records = [...splitter.push(Buffer.from(`{"m":["${'x'.repeat(200)}"]}`))];
  expect(records).toEqual([{ offset: 6, length: 202, bytes: undefined, within: 'm' }]);
});

test('any document is cut into the same records, wherever chunks begin and however it is laid out', () => {
  const document = fc.record({ id: fc.string(), messages: fc.array(fc.jsonValue()), other: fc.jsonValue() });
  fc.assert(
    fc.property(
      document,
      fc.constantFrom(undefined, 2, '\t'),
      fc.integer({ min: 1, max: 40 }),
      (value, indent, size) => {
        const { records, frame, isWhole } = split(JSON.stringify(value, null, indent), ['messages'], size);
        expect(records.map(({ text }) => JSON.parse(text) as unknown)).toEqual(
          JSON.parse(JSON.stringify(value.messages)),
        );
        expect(JSON.parse(frame!)).toEqual(JSON.parse(JSON.stringify({ ...value, messages: [] })));
        expect(isWhole).toBe(true);
      },
    ),
  );
});

test('no bytes make it fail', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 9 }), (text, size) => void split(text, ['a', '', '*'], size)),
  );
});

function split(text: string, names: readonly string[], size = 7) {
  const splitter = new DocumentSplitter(names);
  const bytes = Buffer.from(text);
  const records: { text: string; within: string | undefined; offset: number }[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const { bytes: record, within, offset } of splitter.push(Buffer.from(bytes.subarray(at, at + size))))
      records.push({ text: record!.toString(), within, offset });
  }
  return { records, frame: splitter.frame()?.bytes?.toString(), isWhole: splitter.isWhole };
}

test('a text outside the records may be of any length: it is not held', () => {
  const splitter = new DocumentSplitter(['messages'], 1024);
  const text = Buffer.alloc(1 << 20, 'x');
  const before = process.memoryUsage().arrayBuffers;
  expect([...splitter.push(Buffer.from('{"blob":"'))]).toEqual([]);
  for (let n = 0; n < 64; n++) expect([...splitter.push(text)]).toEqual([]);
  expect(splitter.tooLong).toBe(true);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
  expect(
    [...splitter.push(Buffer.from('","messages":[1]}'))].map(({ bytes, within }) => [bytes?.toString(), within]),
  ).toEqual([['1', 'messages']]);
});
