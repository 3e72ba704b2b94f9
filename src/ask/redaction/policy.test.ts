import { expect, expectTypeOf, test } from 'vitest';
import type { Event } from '../../model/event.ts';
import type { EventId, Key, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Kind } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import type { HasText, Policies, Policy } from './policy.ts';
import { records } from './records.ts';
import { redactorOf } from './redactor.ts';

// `npm run types` checks this file: where an error is expected and there is none, it fails.

test('ids, numbers and closed vocabularies are no text; everything else is', () => {
  expectTypeOf<HasText<EventId | SessionUid | Key | Kind | boolean | null | undefined>>().toEqualTypeOf<false>();
  expectTypeOf<HasText<readonly { readonly at: number; readonly kind: Kind }[]>>().toEqualTypeOf<false>();
  expectTypeOf<HasText<void>>().toEqualTypeOf<false>();

  expectTypeOf<HasText<string>>().toEqualTypeOf<true>();
  expectTypeOf<HasText<`ev_${string}`>>().toEqualTypeOf<true>();
  expectTypeOf<HasText<string & { readonly brand: 'path' }>>().toEqualTypeOf<true>();
  expectTypeOf<HasText<unknown>>().toEqualTypeOf<true>();
  // oxlint-disable-next-line typescript/no-explicit-any -- what it is about
  expectTypeOf<HasText<any>>().toEqualTypeOf<true>();
  expectTypeOf<HasText<Uint8Array>>().toEqualTypeOf<true>();
  expectTypeOf<HasText<Readonly<Record<string, number>>>>().toEqualTypeOf<true>();
  expectTypeOf<
    HasText<{ readonly deep: readonly { readonly note?: string | number }[] } | null>
  >().toEqualTypeOf<true>();
});

test('a method that answers with text does not compile until it is classified', () => {
  type Grown = StoreReader & { gossip(): Promise<string>; rumours(): AsyncIterable<{ readonly by: string }> };
  type New = Omit<Policies<Grown>, keyof StoreReader>;

  ({ gossip: 'redact', rumours: { by: 'safe: a reason' } }) satisfies New;
  // @ts-expect-error -- one is missing
  ({ gossip: 'redact' }) satisfies New;
  // @ts-expect-error -- it has text
  ({ gossip: 'no text', rumours: { by: 'redact' } }) satisfies New;
  // @ts-expect-error -- the text inside has to be classified
  ({ gossip: 'redact', rumours: 'no text' }) satisfies New;
  // @ts-expect-error -- no reason is given
  ({ gossip: 'safe', rumours: { by: 'redact' } }) satisfies New;
});

test('so it is with a field of a session, an event, or what is inside them', () => {
  const sessions: Policy<Session | undefined> = records.session;
  const events: Policy<readonly Event[]> = records.event;
  // @ts-expect-error -- `note` is not classified
  records.session satisfies Policy<Session & { readonly note: string }>;
  // @ts-expect-error -- nor is it here, though it may be absent
  records.event satisfies Policy<Event & { readonly note?: string | null }>;
  // @ts-expect-error -- nor deeper
  records.event satisfies Policy<Event & { readonly notes: readonly { readonly note: string }[] }>;
  // @ts-expect-error -- nor in one of two shapes
  records.event satisfies Policy<Event | { readonly note: string }>;
  // @ts-expect-error -- a field that is not there any more
  ({ ...records.edge, gone: 'redact' }) satisfies Policy<{ readonly evidence: readonly string[] }>;
  records.event satisfies Policy<Event & { readonly count: number; readonly other: EventId }>;
  expect([sessions, events]).toEqual([records.session, records.event]);
});

test('what needs no redaction is returned as it is, and what does is copied', () => {
  const redactor = redactorOf({ list: { name: 'redact', other: 'safe: for the test' }, id: 'redact id' })!;
  const plain = { id: 'toolu_1', list: [{ name: 'Bash', other: 'x' }, null], more: 1 };
  expect(redactor(plain)).toBe(plain);
  expect(redactor([plain])).toEqual([plain]);
  expect(redactor(undefined)).toBe(undefined);

  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const leaky = { id: secret, list: [plain.list[0], { name: `x ${secret}`, other: secret }], more: 1 };
  const safe = redactor(leaky) as typeof leaky;
  expect(safe).toEqual({
    id: '[redacted:github-token]',
    list: [plain.list[0], { name: 'x [redacted:github-token]', other: secret }],
    more: 1,
  });
  expect(safe.list[0]).toBe(plain.list[0]);
  expect(leaky.id).toBe(secret);
});

test('one id with a secret among many is redacted, and the others are left alone', () => {
  const redactor = redactorOf({ id: 'redact id' })!;
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const plain = Array.from({ length: 50 }, (_, index) => ({ id: `toolu_${index}` }));
  expect(redactor(plain)).toBe(plain);
  const list = [...plain, { id: secret }, { id: null }, null];
  const safe = redactor(list) as typeof list;
  expect(safe).toEqual([...plain, { id: '[redacted:github-token]' }, { id: null }, null]);
  expect(safe[0]).toBe(plain[0]);
});

test('a policy without anything to redact costs nothing', () => {
  expect(redactorOf('no text')).toBeUndefined();
  expect(redactorOf({ at: 'safe: a time', list: { hash: 'safe: a hash' } })).toBeUndefined();
});
