import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { EventLogger, openStemma, schemaVersion } from '../../index.ts';
import type { Stemma } from '../../index.ts';
import type { Event } from '../../model/event.ts';
import { eventRef } from '../../model/ids.ts';
import type { EventLoggerOptions } from './event-logger.ts';
import { writeError } from './write-error.ts';

const databases: readonly (readonly [string, () => Promise<string | undefined>])[] = [
  ['SQLite', async () => undefined],
  ['PostgreSQL', freshDatabase],
];

describe.each(databases)('what is logged and asked on %s', (_, database) => {
  test('an event has the id that log returned, its type, its text and its parent', async () => {
    const { logger, stemma } = await logging({ db: await database(), session: 'instance-7', title: 'Night shift' });
    const decision = logger.log({
      type: 'spawn_decision',
      kind: 'decision',
      text: 'two workers',
      payload: { workers: 2 },
    });
    const spawned = logger.log({ type: 'spawned', parent: decision, payload: { worker: 1 } });
    const { event, events } = await logger.getParentChain(spawned);
    expect(event).toMatchObject({
      id: spawned,
      session: 'sdk:instance-7',
      kind: 'lifecycle',
      type: 'spawned',
      summary: '{"worker":1}',
      parent: decision,
    });
    expect(events).toMatchObject([
      {
        id: decision,
        kind: 'decision',
        type: 'spawn_decision',
        summary: 'two workers',
        native_id: decision,
        parent: null,
      },
    ]);
    await stemma.ingest({ source: 'sdk' });
    expect(await stemma.session('instance-7')).toMatchObject({
      uid: 'sdk:instance-7',
      title: 'Night shift',
      source: 'sdk',
      events: 2,
    });
  });

  test('a scope is a call with a result, and a failing one has its reason and its parent', async () => {
    const { logger, stemma } = await logging({ db: await database() });
    const ids: string[] = [];
    const failing = logger.scope({ type: 'handle_order', payload: { order: 7 } }, async (order) => {
      ids.push(order.id);
      await sleep(5);
      logger.scope({ type: 'query', payload: { table: 'orders' } }, (query) => {
        ids.push(query.id);
        throw new TypeError('connection refused');
      });
    });
    await expect(failing).rejects.toThrow(new TypeError('connection refused'));
    const [order, query] = ids as [string, string];
    expect(
      (await logger.getEventTree(order)).events.map(({ depth, kind, failed, summary }) => [
        depth,
        kind,
        failed,
        summary,
      ]),
    ).toEqual([
      [1, 'tool_call', true, 'query orders'],
      [1, 'error', true, 'TypeError: connection refused'],
      [2, 'error', true, 'TypeError: connection refused'],
    ]);
    const { event } = await logger.getChildEvents(order);
    expect(event).toMatchObject({
      tool: 'handle_order',
      failed: true,
      summary: expect.stringContaining('handle_order'),
    });
    expect(event.duration_ms).toBeGreaterThanOrEqual(4);
    expect(await logger.getFailureChain(query)).toMatchObject({
      of: 'event',
      target: { failure: 'TypeError: connection refused' },
      chain: [{ step: { id: order } }],
    });
    expect(await logger.getFailureChain()).toMatchObject({ of: 'session' });
    await stemma.ingest({ source: 'sdk' });
    expect((await stemma.why(query)).causes).toMatchObject([
      { step: { id: order }, via: { types: ['spawned'], basis: 'recorded', confidence: 1 } },
    ]);
  });

  test('tokens of a model are counted once, as those of agents are', async () => {
    const { logger, stemma } = await logging({ db: await database() });
    const scope = logger.startScope({ type: 'model', payload: { prompt: 'hi' } });
    scope.end('hello', { tokens: { input: 1000, output: 10 }, model: 'claude-sonnet-4-5' });
    scope.end('twice', { tokens: { input: 1000 } });
    logger.log({
      type: 'answer',
      text: 'yes',
      tokens: { input: 5, output: 1, cache_read: 100 },
      model: 'claude-sonnet-4-5',
    });
    logger.log({
      type: 'chat',
      kind: 'tool_call',
      tool: 'chat',
      tokens: { input: 7 },
      model: 'claude-sonnet-4-5',
      durationMs: 30,
      output: 'done',
    });
    await logger.flush();
    await stemma.ingest({ source: 'sdk' });
    const { total } = await stemma.cost({ session: logger.session });
    expect(total).toMatchObject({ input_tokens: 1012, output_tokens: 11, cache_read_tokens: 100 });
    expect(total.usd).toBeGreaterThan(0);
  });

  test('two loggers of one session, and one of a session they spawned, lose and double nothing, whichever is read first', async () => {
    const { logger: a, stemma } = await logging({ db: await database(), session: 'shift' });
    const { logger: b } = await logging({ session: 'shift' });
    const scope = a.startScope({ type: 'deliver' });
    const { logger: child } = await logging({ session: 'van', parent: a.reference(scope.id)! });
    const work = child.startScope({ type: 'drive' });
    const logged = b.log({ type: 'logged', parent: scope.id });
    const step = child.log({ type: 'arrived', parent: work.id });
    work.end('there');
    scope.end();
    for (const logger of [a, b, child]) await logger.flush();
    // What these hang on is nowhere yet.
    await stemma.ingest({ paths: [b.path!, child.path!] });
    expect((await stemma.timeline('sdk:van')).events.map(({ id, parent }) => [id, parent]).slice(0, 2)).toEqual([
      [work.id, scope.id],
      [step, work.id],
    ]);
    const { events } = await a.getParentChain(step);
    expect(events.map(({ id }) => id)).toEqual([work.id, scope.id]);
    const children = (await a.getChildEvents(scope.id)).events;
    expect(children.map(({ id, role }) => (role === 'tool' ? 'its result' : id)).toSorted()).toEqual(
      [logged, work.id, 'its result'].toSorted(),
    );
    await stemma.ingest({ paths: [a.path!, b.path!, child.path!] });
    expect((await stemma.timeline('sdk:shift')).total).toBe(3);
    expect((await stemma.timeline('sdk:van')).total).toBe(3);
    expect(await stemma.session('sdk:van')).toMatchObject({
      parent: { uid: 'sdk:shift', relation: 'subagent', step: scope.id },
    });
    expect((await stemma.why(work.id)).causes[0]).toMatchObject({
      step: { id: scope.id },
      via: { types: ['spawned'], basis: 'recorded' },
    });
  });

  test('long answers come in pages, and no page is longer than a thousand', async () => {
    const { logger } = await logging({ db: await database() });
    const root = logger.log({ type: 'root' });
    for (let at = 0; at < 1_200; at++) logger.log({ type: `child ${at}`, parent: root });
    expect(await logger.getChildEvents(root)).toMatchObject({ events: { length: 50 }, truncated: true, next: 50 });
    const first = await logger.getChildEvents(root, { limit: 1_000 });
    expect([first.events.length, first.truncated, first.next]).toEqual([1_000, true, 1_000]);
    const rest = await logger.getChildEvents(root, { limit: 200, after: first.next! });
    expect([rest.events.length, rest.truncated, rest.next]).toEqual([200, false, null]);
    expect(new Set([...first.events, ...rest.events].map(({ id }) => id)).size).toBe(1_200);
    expect(await logger.getRecentEvents()).toHaveLength(50);
    expect((await logger.getRecentEvents({ limit: 1 }))[0]).toMatchObject({ type: 'child 1199' });
    expect(await logger.getRecentEvents(logger.session, 3)).toHaveLength(3);
    await expect(logger.getRecentEvents({ limit: 1_001 })).rejects.toMatchObject({ code: 'bad-argument' });
  });
});

test('a session has the field of work and the ticket its logger names', async () => {
  const { logger, stemma } = await logging({ session: 'refund', domain: 'payments', taskRef: 'PAY-17' });
  logger.log({ type: 'begun' });
  await logger.flush();
  await stemma.ingest({ source: 'sdk' });
  expect(await stemma.session('sdk:refund')).toMatchObject({
    schema_version: schemaVersion,
    domain: 'payments',
    task_ref: 'PAY-17',
  });
});

describe('with psql', () => {
  test('the logged term, what was logged, parents and roots are where one looks for them', async () => {
    const db = (await freshDatabase())!;
    const { logger } = await logging({ db, session: 'instance-9' });
    const message = logger.log({ type: 'user_message', kind: 'user_msg', text: 'deploy it' });
    const payload = {
      agents: 2,
      why: 'too\u0000 much \ud800for one',
      key: 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789',
    };
    const spawn = logger.log({ type: 'spawn_decision', kind: 'decision', parent: message, payload });
    const tool = logger.log({ type: 'tool_use', tool: 'deploy', parent: spawn, payload: { host: 'a' }, output: 'no' });
    const state = logger.log({ type: 'state_change', parent: tool, text: 'down' });
    await logger.getRecentEvents();
    const psql = new pg.Client(db);
    await psql.connect();
    onTestFinished(() => psql.end());
    const rows = async (sql: string, ...values: unknown[]) => (await psql.query(sql, values)).rows as unknown[];

    expect(await rows(`SELECT * FROM session_events WHERE event_type = 'spawn_decision'`)).toMatchObject([
      {
        uuid: spawn,
        parent_uuid: message,
        root_uuid: message,
        instance_id: 'sdk:instance-9',
        kind: 'decision',
        timestamp: expect.any(Date),
        payload: { agents: 2, why: 'too\uFFFD much \uFFFDfor one', key: expect.stringContaining('[redacted') },
        payload_ref: spawn,
        is_sidechain: false,
      },
    ]);
    expect(await rows('SELECT depth, uuid, event_type, payload FROM get_parent_chain($1)', state)).toMatchObject([
      { depth: 0, uuid: state, event_type: 'state_change', payload: { text: 'down' } },
      { depth: 1, uuid: tool, payload: { host: 'a' } },
      { depth: 2, uuid: spawn, event_type: 'spawn_decision' },
      { depth: 3, uuid: message, payload: { text: 'deploy it' } },
    ]);
    expect(await rows('SELECT uuid FROM get_parent_chain($1, 1)', state.slice(0, 12))).toEqual([
      { uuid: state },
      { uuid: tool },
    ]);
    expect(await rows('SELECT uuid FROM get_child_events($1)', message)).toEqual([{ uuid: spawn }]);
    expect(await rows('SELECT uuid FROM get_recent_events($1, 1)', 'sdk:instance-9')).toEqual([{ uuid: state }]);
    await expect(rows('SELECT * FROM get_parent_chain($1, -1)', state)).rejects.toThrow(
      'The number of parents must be 1 or more (got -1).',
    );
    await expect(rows(`SELECT * FROM get_parent_chain('error-event-uuid')`)).rejects.toThrow(
      "'error-event-uuid' is no id of an event.",
    );
  });
});

test('a question reads no more than 100 MB of logs, and names what is missing and the command for it', async () => {
  const { logger, home } = await logging({ session: 'mine' });
  const id = logger.log({ type: 'begun' });
  await logger.flush();
  const start = readFileSync(logger.path!, 'utf8').split('\n')[0]!;
  const other = join(home, 'sdk/20260101T000000-other.jsonl');
  writeFileSync(other, `${start.replace('"mine"', '"other"')}\n`);
  truncateSync(other, 101_000_000);
  const missing = { files: 1, bytes: 101_000_000, command: 'stemma ingest --source sdk' };
  expect(await logger.getParentChain(id)).toMatchObject({ event: { type: 'begun' }, not_ingested: missing });
  await expect(logger.getRecentEvents('sdk:other')).rejects.toMatchObject({
    code: 'session-not-found',
    hint: '101 MB of logs are not in the archive yet: `stemma ingest --source sdk` brings them in.',
  });
  writeFileSync(other, `${start}\n`);
  truncateSync(other, 101_000_000);
  await expect(logger.getParentChain(id)).rejects.toMatchObject({ code: 'not-ingested' });
});

describe('what is written', () => {
  test('is what it was when it was logged, whatever becomes of the object', async () => {
    const { logger } = await logging();
    const payload = { state: 'open', list: [1] };
    logger.log({ type: 'x', payload });
    payload.state = 'closed';
    payload.list.push(2);
    expect((await records(logger))[0]).toMatchObject({ payload: { state: 'open', list: [1] } });
  });

  test('is in a file that only its user can read, in a folder that only its user can enter', async () => {
    const { logger, home } = await logging();
    logger.log({ type: 'x' });
    await logger.flush();
    expect(statSync(logger.path!).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'sdk')).mode & 0o777).toBe(0o700);
  });

  test('comes without being asked for, within a moment', async () => {
    const { logger } = await logging();
    logger.log({ type: 'x' });
    await expect.poll(() => logger.stats().written, { timeout: 5_000 }).toBe(1);
  });

  test('a scope that nobody ended is logged as interrupted, never as successful', async () => {
    const { logger, stemma } = await logging();
    const forgotten = logger.startScope({ type: 'forgotten' });
    const ended = logger.startScope({ type: 'ended' });
    {
      using left = logger.startScope({ type: 'left' });
      left.log({ type: 'inside' });
    }
    ended.end();
    await logger.close();
    await stemma.ingest({ source: 'sdk' });
    const { events } = await stemma.timeline(logger.session);
    const calls = events
      .filter(({ step, id, tool }) => step === id && tool !== null)
      .map(({ tool, failed }) => [tool, failed]);
    expect(calls).toEqual([
      ['forgotten', true],
      ['ended', false],
      ['left', true],
    ]);
    expect(
      events.filter(({ kind }) => kind === 'error').map(({ summary, parent }) => [summary, parent === forgotten.id]),
    ).toEqual([
      ['interrupted', false],
      ['interrupted', true],
    ]);
  });

  test('a secret in a payload does not leave the archive', async () => {
    const { logger } = await logging();
    const id = logger.log({ type: 'config', payload: { key: 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' } });
    const { event } = await logger.getParentChain(id);
    expect(event.summary).not.toContain('abcdefghij');
  });

  test('whatever is handed in, log gives an id and does not throw', async () => {
    const { logger } = await logging();
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    const odd = [
      null,
      undefined,
      7,
      'x',
      [],
      {},
      { type: 7 },
      { type: '' },
      { type: 'x', payload: circle },
      { type: 'x', at: 'yesterday' },
      { type: 'x', at: new Date(Number.NaN) },
      { type: 'x', parent: 'nobody' },
      { type: 'x', tokens: 7 },
      { type: 'x', tokens: { input: 1n } },
      { type: 'x', text: Symbol('s') },
      { type: 'x', durationMs: 'long' },
      {
        get type() {
          throw new Error('mine');
        },
      },
    ];
    for (const event of odd) expect(eventRef(logger.log(event as never))).toBeDefined();
    const scope = logger.startScope(null as never);
    scope.fail(
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('mine');
          },
        },
      ),
      null as never,
    );
    await logger.flush();
    expect(logger.stats()).toMatchObject({ dropped: 0, queued: 0 });
    expect(logger.stats()).toMatchObject({ logged: odd.length + 2 });
    expect(logger.stats().patched).toBeGreaterThan(2);
    for (const event of await logger.getRecentEvents({ limit: 100 })) expect(event.id).toMatch(/^ev_/);
  });

  test('a file that somebody took away is begun anew', async () => {
    const { logger, stemma } = await logging();
    logger.log({ type: 'first' });
    await logger.flush();
    await stemma.ingest({ source: 'sdk' });
    rmSync(logger.path!);
    logger.log({ type: 'second' });
    await logger.flush();
    expect((await records(logger)).map(({ type }) => type)).toEqual(['second']);
    expect((await logger.getRecentEvents()).map(({ type }) => type)).toEqual(['second', 'first']);
  });
});

describe('when more is logged than can be written', () => {
  test('wait writes it there and then, and loses nothing', async () => {
    const { logger } = await logging({ queue: { limit: 10 } });
    for (let at = 0; at < 95; at++) logger.log({ type: `${at}` });
    expect(logger.stats()).toMatchObject({ logged: 95, dropped: 0, queued: 5 });
    expect((await records(logger)).map(({ type }) => type)).toEqual(Array.from({ length: 95 }, (_, at) => `${at}`));
  });

  test('a limit of characters counts as well', async () => {
    const { logger } = await logging({ queue: { characters: 1_000, onFull: 'drop-new' } });
    for (let at = 0; at < 100; at++) logger.log({ type: 'x', text: 'y'.repeat(100) });
    expect(logger.stats().queued).toBeLessThan(12);
  });

  test.each([
    ['drop-new', [0, 9]],
    ['drop-old', [40, 49]],
  ] as const)('%s counts what it drops, and the archive knows how many are missing', async (onFull, [from, to]) => {
    const { logger } = await logging({ queue: { limit: 10, onFull } });
    for (let at = 0; at < 50; at++) logger.log({ type: `${at}` });
    expect(logger.stats()).toMatchObject({ logged: 50, written: 0, dropped: 40, queued: 10 });
    const events = (await logger.getRecentEvents()).toReversed();
    expect(events.map(({ type }) => type)).toEqual([
      ...Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`),
      'events_dropped',
    ]);
    expect(events.at(-1)!.summary).toContain('40 events were dropped');
    expect(logger.stats()).toMatchObject({ logged: 50, written: 10, dropped: 40, queued: 0 });
  });

  test('who awaits ready drops nothing', async () => {
    const { logger } = await logging({ queue: { limit: 10, onFull: 'drop-new' } });
    for (let at = 0; at < 500; at++) {
      await logger.ready();
      logger.log({ type: `${at}` });
    }
    await logger.flush();
    expect(logger.stats()).toMatchObject({ logged: 500, written: 500, dropped: 0 });
  });
});

describe('when it cannot be written', () => {
  test('log goes on, flush and the listener say why and what to do, and it is written once it can be', async () => {
    const home = temporary();
    // A file where the folder should be refuses everybody, also root.
    writeFileSync(join(home, 'sdk'), '');
    const errors: unknown[] = [];
    const { logger } = await logging({
      home,
      queue: { limit: 10 },
      onError: (error) => {
        errors.push(error);
        throw new Error('and this is mine');
      },
    });
    for (let at = 0; at < 25; at++) logger.log({ type: `${at}` });
    await expect(logger.flush()).rejects.toMatchObject({
      name: 'StemmaError',
      code: 'store-unwritable',
      hint: expect.stringContaining('STEMMA_HOME'),
    });
    await expect(logger.flush()).rejects.toMatchObject({ code: 'store-unwritable' });
    expect(errors).toHaveLength(1);
    expect(logger.stats()).toMatchObject({ logged: 25, written: 0, dropped: 5 });
    rmSync(join(home, 'sdk'));
    await logger.flush();
    expect(logger.stats()).toMatchObject({ queued: 0 });
    expect((await records(logger)).at(-1)).toMatchObject({ t: 'dropped', count: logger.stats().dropped });
  });

  test('a full disk says so', () => {
    expect(writeError('/srv', Object.assign(new Error('no'), { code: 'ENOSPC' }))).toMatchObject({
      code: 'disk-full',
      hint: expect.stringContaining('Free some space'),
    });
  });

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written to says so', async () => {
    const home = temporary();
    chmodSync(home, 0o500);
    const { logger } = await logging({ home });
    logger.log({ type: 'x' });
    await expect(logger.flush()).rejects.toMatchObject({ code: 'store-unwritable' });
  });
});

describe('arguments', () => {
  test.each([
    [{ session: '' }],
    [{ session: 'a\0b' }],
    [{ session: ' a' }],
    [{ parent: 'nobody' }],
    [{ queue: { limit: 0 } }],
    [{ queue: { onFull: 'burn' } }],
  ])('%j is refused, and says what is wanted', (options) => {
    expect(() => new EventLogger({ home: temporary(), ...(options as EventLoggerOptions) })).toThrow(
      expect.objectContaining({ code: 'bad-argument', hint: expect.any(String) }),
    );
  });

  test('closing twice is closing, and what is logged afterwards is counted as dropped', async () => {
    const { logger } = await logging();
    logger.log({ type: 'x' });
    await logger.close();
    await logger.close();
    expect(eventRef(logger.log({ type: 'late' }))).toBeDefined();
    expect(logger.stats()).toMatchObject({ logged: 2, written: 1, dropped: 1, queued: 0 });
    await logger.flush();
  });
});

async function logging(
  options: Omit<EventLoggerOptions, 'db'> & { readonly db?: string | undefined } = {},
): Promise<{ readonly logger: EventLogger; readonly stemma: Stemma; readonly home: string }> {
  const { db, home = temporary(), ...rest } = options;
  const place = { home, ...(db !== undefined && { db }) };
  const logger = new EventLogger({ parent: null, ...rest, ...place });
  const stemma = await openStemma(place);
  onTestFinished(async () => {
    await logger.close().catch(() => undefined);
    await stemma.close();
  });
  return { logger, stemma, home };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-logger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What is in the log, without its first line. */
async function records(
  logger: EventLogger,
): Promise<readonly Partial<Event & { readonly t: string; readonly count: number }>[]> {
  await logger.flush();
  return readFileSync(logger.path!, 'utf8')
    .split('\n')
    .filter(Boolean)
    .slice(1)
    .map((line) => JSON.parse(line) as Partial<Event>);
}
