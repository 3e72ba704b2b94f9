import { expect, test } from 'vitest';
import { sessionUid } from '../model/ids.ts';
import { redactUid } from './redact-uid.ts';
import { redact } from './redact.ts';

const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

test('a uid without a secret is left alone', () => {
  const uid = sessionUid('claude', '3f2a9c01-7195-466c-b5b9-44489a4fa7ec/agent-a1b2c3d');
  expect(redactUid(uid)).toBe(uid);
});

test('a secret is masked, the same every time, and another one otherwise', () => {
  const uid = redactUid(sessionUid('claude', secret));
  expect(uid).toMatch(/^claude:masked-[0-9a-f]{16}$/);
  expect(redactUid(sessionUid('claude', secret))).toBe(uid);
  expect(redactUid(sessionUid('claude', secret.replace('A1', 'B1')))).not.toBe(uid);
  expect(redactUid(uid)).toBe(uid);
});

test('a sub-agent stays below the session that started it', () => {
  const main = redactUid(sessionUid('claude', secret));
  expect(redactUid(sessionUid('claude', `${secret}/agent-1`))).toBe(`${main}/agent-1`);
  expect(redactUid(sessionUid('claude', `one/${secret}`))).toMatch(/^claude:one\/masked-[0-9a-f]{16}$/);
});

test('a secret that lies across the parts is masked too', () => {
  const uid = redactUid(sessionUid('otel', 'postgres://app:hunter2secret@db/shop'));
  expect(redact(uid)).toBe(uid);
  expect(uid).not.toContain('hunter2');
});
