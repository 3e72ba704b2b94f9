import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventId, eventKey, eventKeyRange, eventRef, sessionUid, treeKey } from './ids.ts';

const key = fc.maxSafeNat();

test('the same record always has the same key, another record or session another one', () => {
  const a = sessionUid('claude', 'a');
  expect(eventKey(a, 'r1')).toBe(eventKey(a, 'r1'));
  expect(eventKey(a, 'r1')).not.toBe(eventKey(a, 'r2'));
  expect(eventKey(a, 'r1')).not.toBe(eventKey(sessionUid('claude', 'b'), 'r1'));
  expect(Number.isSafeInteger(treeKey(a))).toBe(true);
});

test('an id leads back to the event and its tree', () => {
  fc.assert(
    fc.property(key, key, (event, tree) => void expect(eventRef(eventId({ event, tree }))).toEqual({ event, tree })),
  );
});

test('any prefix of an id stands for a range that holds its event', () => {
  fc.assert(
    fc.property(key, key, fc.integer({ min: 3, max: 25 }), (event, tree, length) => {
      const { low, high } = eventKeyRange(eventId({ event, tree }).slice(0, length))!;
      expect(low <= event && event < high).toBe(true);
    }),
  );
});

test('what cannot be an id is refused', () => {
  expect(eventRef('ev_short')).toBeUndefined();
  expect(eventKeyRange('toolu_01')).toBeUndefined();
  expect(eventKeyRange('ev_ILLEGAL')).toBeUndefined();
});
