import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('a large buffer is given back at once', () => {
  const bytes = Buffer.alloc(100_000);
  freeBytes(bytes);
  expect(bytes.length).toBe(0);
});

test('a buffer that shares its memory stays, and so do those beside it', () => {
  const small = Buffer.from('pooled');
  const whole = Buffer.alloc(300_000, 'x');
  freeBytes(small);
  freeBytes(whole.subarray(0, 100_000));
  expect([small.toString(), whole.length]).toEqual(['pooled', 300_000]);
});
