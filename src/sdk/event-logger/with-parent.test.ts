import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { EventLogger } from '../../index.ts';
import type { EventLoggerOf } from './event-logger.ts';

/** How a program goes on after it has yielded the thread. */
const pauses = {
  none: async () => {},
  microtask: () => Promise.resolve(),
  tick: () => new Promise<void>((resolve) => process.nextTick(resolve)),
  immediate: async () => void (await immediate()),
  timer: async () => void (await sleep(1)),
  callback: () => new Promise<void>((resolve) => setTimeout(resolve, 1)),
  several: async () => void (await Promise.all([sleep(1), immediate()])),
  stream: () =>
    pipeline(
      Readable.from(['a', 'b']),
      async function* through(source) {
        for await (const part of source) {
          await immediate();
          yield part;
        }
      },
      async (source) => {
        for await (const _ of source) await Promise.resolve();
      },
    ),
  emitter: async () => {
    const emitter = new EventEmitter();
    setTimeout(() => emitter.emit('go'), 1);
    await once(emitter, 'go');
  },
} as const;
const ways = ['scope', 'withParent', 'run', 'bound', 'listener'] as const;

interface Plan {
  readonly pause: keyof typeof pauses;
  readonly way: (typeof ways)[number];
  readonly children: readonly Plan[];
}

const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.record({
    pause: fc.constantFrom(...(Object.keys(pauses) as (keyof typeof pauses)[])),
    way: fc.constantFrom(...ways),
    children: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant<Plan[]>([]),
      fc.array(tie('plan'), { maxLength: 4 }),
    ),
  }),
}));

test('whatever a tree of scopes waits for, each event hangs under the scope it was logged in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 6 }), async (plans) => {
      const logger = logging();
      // Emitted from outside every scope: only `bind` knows where its listeners belong.
      const bell = new EventEmitter().setMaxListeners(0);
      const ringing = setInterval(() => bell.emit('ring'), 1);
      const expected = new Map<string, string | undefined>();
      await Promise.all(plans.map((each, at) => follow(each, `${at}`, { logger, bell, expected, parent: undefined })));
      clearInterval(ringing);
      expect(await hanging(logger)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('10,000 scopes at once, each with pauses of its own, keep their events apart', async () => {
  const logger = logging();
  const expected = new Map<string, string | undefined>();
  let seed = 7;
  const pause = (): Promise<void> => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return [pauses.microtask, pauses.tick, pauses.immediate, pauses.timer, pauses.callback][(seed >>> 8) % 5]!();
  };
  await Promise.all(
    Array.from({ length: 10_000 }, (_, at) =>
      logger.scope({ type: `scope ${at}` }, async ({ id }) => {
        expected.set(`scope ${at}`, undefined);
        for (const step of ['a', 'b']) {
          await pause();
          logger.log({ type: `${at} ${step}` });
          expected.set(`${at} ${step}`, id);
        }
        await logger.scope({ type: `inner ${at}` }, async (inner) => {
          expected.set(`inner ${at}`, id);
          await pause();
          logger.log({ type: `${at} inside` });
          expected.set(`${at} inside`, inner.id);
        });
        await pause();
        logger.log({ type: `${at} after` });
        expected.set(`${at} after`, id);
      }),
    ),
  );
  const found = await hanging(logger);
  expect(found.size).toBe(60_000);
  expect([...found].filter(([type, parent]) => expected.get(type) !== parent)).toEqual([]);
});

interface Walk {
  readonly logger: EventLoggerOf;
  readonly bell: EventEmitter;
  readonly expected: Map<string, string | undefined>;
  readonly parent: string | undefined;
}

/** Logs before and after the pause, inside and outside; whatever else goes on meanwhile must not matter. */
async function follow({ pause, way, children }: Plan, name: string, walk: Walk): Promise<void> {
  const { logger, bell, expected, parent } = walk;
  const expectEvent = (type: string, under: string | undefined): void => {
    logger.log({ type });
    expected.set(type, under);
  };
  expectEvent(`${name} before`, parent);
  const inside = async (id: string): Promise<void> => {
    expectEvent(`${name} first`, id);
    await pauses[pause]();
    expectEvent(`${name} second`, id);
    await Promise.all(children.map((child, at) => follow(child, `${name}.${at}`, { ...walk, parent: id })));
    expectEvent(`${name} last`, id);
  };
  expected.set(name, parent);
  switch (way) {
    case 'scope':
      await logger.scope({ type: name }, ({ id }) => inside(id));
      break;
    case 'withParent': {
      const id = logger.log({ type: name });
      await logger.withParent(id, () => inside(id));
      break;
    }
    case 'run': {
      const scope = logger.startScope({ type: name });
      await scope.run(() => inside(scope.id));
      scope.end();
      break;
    }
    case 'bound': {
      const id = logger.log({ type: name });
      await sleep(0).then(logger.withParent(id, () => logger.bind(() => inside(id))));
      break;
    }
    case 'listener': {
      const id = logger.log({ type: name });
      await new Promise<void>((resolve, reject) =>
        logger.withParent(id, () =>
          bell.once(
            'ring',
            logger.bind(() => void inside(id).then(resolve, reject)),
          ),
        ),
      );
      break;
    }
  }
  expectEvent(`${name} after`, parent);
}

function logging(): EventLoggerOf {
  const home = mkdtempSync(join(tmpdir(), 'stemma-parents-'));
  const logger = new EventLogger({ home, parent: null });
  onTestFinished(async () => {
    await logger.close();
    rmSync(home, { recursive: true, force: true });
  });
  return logger;
}

/** What each event hangs on, by its type, as it was written. */
async function hanging(logger: EventLoggerOf): Promise<Map<string, string | undefined>> {
  await logger.flush();
  const records = readFileSync(logger.path!, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);
  return new Map(records.filter(({ type }) => type !== undefined).map(({ type, parent }) => [type!, parent]));
}
