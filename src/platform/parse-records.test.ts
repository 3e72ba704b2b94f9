import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecords } from './parse-records.ts';

test('reads the record of a line', () => {
  expect(parseRecords('{"a":1}')).toEqual({ ok: true, records: [{ a: 1 }] });
});

test('reads both records where two writers met on one line', () => {
  expect(parseRecords('{"a":"}{"}{"b":2}')).toEqual({ ok: true, records: [{ a: '}{' }, { b: 2 }] });
  expect(parseRecords('{"a":"\\"}{"}{"b":{"c":2}}\r')).toEqual({ ok: true, records: [{ a: '"}{' }, { b: { c: 2 } }] });
});

test('skips the NUL bytes a crash leaves and the mark an editor leaves', () => {
  expect(parseRecords('\0\0{"a":1}')).toEqual({ ok: true, records: [{ a: 1 }] });
  expect(parseRecords('\uFEFF{"a":1}')).toEqual({ ok: true, records: [{ a: 1 }] });
});

test('says why a line holds no record', () => {
  expect(parseRecords('{"a":')).toEqual({ ok: false, reason: 'not-json' });
  expect(parseRecords('')).toEqual({ ok: false, reason: 'not-json' });
  expect(parseRecords('[1]')).toEqual({ ok: false, reason: 'not-an-object' });
  expect(parseRecords('{"a":1}{"b":')).toEqual({ ok: false, reason: 'not-json' });
});

test('never throws and never loses an object, whatever the text', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseRecords(text)));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
      const text = JSON.stringify(object);
      expect(parseRecords(text)).toEqual({ ok: true, records: [JSON.parse(text)] });
    }),
  );
});

test('a torn line full of braces is given up at once: one look at each would take minutes', () => {
  expect(parseRecords(`{"a":"${'}{'.repeat(500_000)}`)).toEqual({ ok: false, reason: 'not-json' });
});
