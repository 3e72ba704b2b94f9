import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeUid, parseEdge, parseEvent, parseSession } from './check.ts';
import { eventId, sessionUid } from './ids.ts';
import { schemaVersion } from './schema-version.ts';
import { isEvictable } from './session.ts';
import { StemmaError } from './stemma-error.ts';
import { acts, bases, edgeTypes, facets, kinds, origins, outcomes, relations, roles } from './words.ts';

const flavors = { 'claude-code': 'claude', codex: 'codex' };

const key = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const id = fc.record({ tree: key, event: key }).map(eventId);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const count = fc.nat();
const amount = fc.double({ min: 0, max: 1e12, noNaN: true }).map((value) => value + 0);
const source = fc.constantFrom('claude-code' as const, 'codex' as const);
const uid = fc.tuple(source, fc.string()).map(([name, native]) => sessionUid(flavors[name], native));

const event = fc.record({
  id,
  session: uid,
  native_id: orNull(fc.string()),
  seq: count,
  at: orNull(time),
  kind: fc.constantFrom(...kinds),
  act: orNull(fc.constantFrom(...acts)),
  type: orNull(fc.string()),
  role: orNull(fc.constantFrom(...roles)),
  tool: orNull(fc.string()),
  summary: fc.string({ unit: 'binary' }),
  failed: fc.boolean(),
  origin: orNull(fc.constantFrom(...origins)),
  parent: orNull(id),
  step: orNull(id),
  turn: orNull(id),
  tokens: orNull(fc.record({ input: count, output: count, cache_read: count, cache_write: count })),
  duration_ms: orNull(amount),
  model: orNull(fc.string()),
  usd: orNull(amount),
  marks: fc.array(fc.string()),
  is_sidechain: fc.boolean(),
  payload_ref: orNull(id),
});

const session = source.chain((name) =>
  fc.record({
    schema_version: fc.constant(schemaVersion),
    uid: fc.string().map((native) => sessionUid(flavors[name], native)),
    source: fc.constant(name),
    native_id: fc.string(),
    title: orNull(fc.string()),
    repo: orNull(fc.string()),
    domain: orNull(fc.string()),
    cwd: orNull(fc.string()),
    branch: orNull(fc.string()),
    task_ref: orNull(fc.string()),
    model: orNull(fc.string()),
    agent_version: orNull(fc.string()),
    not_recorded: fc.uniqueArray(fc.constantFrom(...facets)),
    started_at: orNull(time),
    ended_at: orNull(time),
    outcome: fc.constantFrom(...outcomes),
    events: count,
    steps: count,
    errors: count,
    open_errors: count,
    cost: fc.record({
      input_tokens: count,
      output_tokens: count,
      cache_tokens: count,
      wall_clock_s: amount,
      turns: count,
      retries: count,
      usd: orNull(amount),
      usd_is_exact: fc.boolean(),
    }),
    parent: orNull(fc.record({ uid, relation: fc.constantFrom(...relations), step: orNull(id) })),
    workspace: fc.string(),
    source_path: orNull(fc.string()),
    source_bytes: count,
    watermarks: fc.record({
      discovered: orNull(time),
      ingested: orNull(time),
      analyzed: orNull(time),
      evicted: orNull(time),
    }),
  }),
);

const edge = fc.record({
  cause: id,
  effect: id,
  types: fc.uniqueArray(fc.constantFrom(...edgeTypes), { minLength: 1 }),
  basis: fc.constantFrom(...bases),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
  evidence: fc.array(fc.string()),
});

describe('JSON goes round without loss', () => {
  test('of an event', () => {
    fc.assert(
      fc.property(event, (value) => void expect(parseEvent(JSON.stringify(value), { flavors })).toEqual(value)),
    );
  });

  test('of a session', () => {
    fc.assert(
      fc.property(session, (value) => void expect(parseSession(JSON.stringify(value), { flavors })).toEqual(value)),
    );
  });

  test('of an edge', () => {
    fc.assert(fc.property(edge, (value) => void expect(parseEdge(JSON.stringify(value))).toEqual(value)));
  });

  test('and fields nobody knows are left out', () => {
    fc.assert(
      fc.property(event, fc.jsonValue(), (value, extra) => {
        expect(parseEvent({ ...value, colour: extra }, { flavors })).toEqual(value);
      }),
    );
  });
});

describe('the schema of a session', () => {
  const aSession = fc.sample(session, { numRuns: 1, seed: 1 })[0]!;

  test('one that an earlier version wrote is upgraded when it is read', () => {
    const { schema_version: _, domain: __, task_ref: ___, ...first } = aSession;
    expect(parseSession({ ...first, outcome: 'fail' }, { flavors })).toEqual({
      ...aSession,
      outcome: 'failed',
      domain: null,
      task_ref: null,
    });
  });

  test('one of a version that is not known yet is refused', () => {
    expect(() => parseSession({ ...aSession, schema_version: schemaVersion + 1 }, { flavors })).toThrow(
      expect.objectContaining({ code: 'unknown-value', hint: expect.stringContaining('a newer stemma') }),
    );
  });

  test('a uid is made of a flavor that exists and an id', () => {
    expect(makeUid('claude', 'abc-123', { flavors })).toBe('claude:abc-123');
    expect(() => makeUid('emacs', 'abc', { flavors })).toThrow(
      expect.objectContaining({ code: 'unknown-flavor', hint: 'It must be one of claude, codex.' }),
    );
    for (const id of ['', 'a\nb'])
      expect(() => makeUid('claude', id, { flavors })).toThrow(expect.objectContaining({ code: 'unknown-value' }));
  });

  test('its bytes may be evicted once it is analysed, and until they are', () => {
    const [before, after] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
    const watermarks = { discovered: before, ingested: before, analyzed: after, evicted: null };
    expect(isEvictable({ watermarks })).toBe(true);
    expect(isEvictable({ watermarks: { ...watermarks, analyzed: null } })).toBe(false);
    expect(isEvictable({ watermarks: { ...watermarks, evicted: after } })).toBe(false);
    // It has grown since.
    expect(isEvictable({ watermarks: { ...watermarks, ingested: '2026-01-03T00:00:00.000Z' } })).toBe(false);
  });
});

describe('refused, with the field named', () => {
  const anEvent = fc.sample(event, { numRuns: 1, seed: 1 })[0]!;
  const aSession = { ...fc.sample(session, { numRuns: 1, seed: 1 })[0]!, source: 'codex', uid: 'codex:1' };
  const anEdge = fc.sample(edge, { numRuns: 1, seed: 1 })[0]!;

  test.each([
    [
      'a kind nobody knows',
      () => parseEvent({ ...anEvent, kind: 'dream' }, { flavors }),
      'unknown-kind',
      /event\.kind is "dream"/,
    ],
    [
      'no kind at all',
      () => parseEvent({ ...anEvent, kind: undefined }, { flavors }),
      'unknown-kind',
      /event\.kind is missing/,
    ],
    ['an act nobody knows', () => parseEvent({ ...anEvent, act: 'sing' }, { flavors }), 'unknown-value', /event\.act/],
    [
      'a role nobody knows',
      () => parseEvent({ ...anEvent, role: 'king' }, { flavors }),
      'unknown-value',
      /event\.role/,
    ],
    [
      'an origin nobody knows',
      () => parseEvent({ ...anEvent, origin: 'mars' }, { flavors }),
      'unknown-value',
      /event\.origin/,
    ],
    ['half an id', () => parseEvent({ ...anEvent, id: 'ev_7' }, { flavors }), 'unknown-value', /event\.id/],
    ['a time that is none', () => parseEvent({ ...anEvent, at: 'soon' }, { flavors }), 'unknown-value', /event\.at/],
    [
      'a flavor no source registered',
      () => parseEvent({ ...anEvent, session: 'quill:1' }, { flavors }),
      'unknown-flavor',
      /event\.session/,
    ],
    [
      'a flavor no source registered, from a bare list',
      () => parseEvent({ ...anEvent, session: 'quill:1' }, { flavors: ['claude'] }),
      'unknown-flavor',
      /event\.session/,
    ],
    [
      'a uid without a flavor',
      () => parseEvent({ ...anEvent, session: 'abc' }, { flavors }),
      'uid-flavor-mismatch',
      /event\.session/,
    ],
    [
      'an outcome nobody knows',
      () => parseSession({ ...aSession, outcome: 'meh' }, { flavors }),
      'unknown-outcome',
      /session\.outcome/,
    ],
    [
      'a source nobody registered',
      () => parseSession({ ...aSession, source: 'quill' }, { flavors }),
      'unknown-flavor',
      /quill/,
    ],
    [
      "a uid with another source's flavor",
      () => parseSession({ ...aSession, uid: 'claude:1' }, { flavors }),
      'uid-flavor-mismatch',
      /session\.uid is "claude:1"/,
    ],
    [
      'a uid that does not begin with the flavor it states',
      () => parseSession({ ...aSession, flavor: 'claude' }, { flavors: ['claude', 'codex'] }),
      'uid-flavor-mismatch',
      /session\.uid/,
    ],
    [
      'a relation nobody knows',
      () => parseSession({ ...aSession, parent: { uid: 'codex:2', relation: 'twin', step: null } }, { flavors }),
      'unknown-value',
      /session\.parent\.relation/,
    ],
    ['a basis nobody knows', () => parseEdge({ ...anEdge, basis: 'rumour' }), 'unknown-value', /edge\.basis/],
    [
      'an edge type nobody knows',
      () => parseEdge({ ...anEdge, types: ['asked', 'dreamt'] }),
      'unknown-value',
      /edge\.types/,
    ],
    ['an edge without a type', () => parseEdge({ ...anEdge, types: [] }), 'unknown-value', /edge\.types/],
    [
      'more confidence than certainty',
      () => parseEdge({ ...anEdge, confidence: 1.5 }),
      'unknown-value',
      /edge\.confidence/,
    ],
    ['text that is not JSON', () => parseEdge('{'), 'unknown-value', /not JSON/],
    ['a list', () => parseEvent([], { flavors }), 'unknown-value', /event is/],
  ])('%s', (_, parse, code, message) => {
    expect(thrownBy(parse)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/./),
    });
  });
});

function thrownBy(work: () => unknown): StemmaError {
  try {
    work();
  } catch (error) {
    if (error instanceof StemmaError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
