import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStemma } from '../../index.ts';

// Real processes: what becomes of what was logged when they end, in each of the ways they may.

const library = pathToFileURL(resolve('dist/index.js')).href;

describe('nothing is lost', () => {
  test.each([
    ['when it comes to its end', '', 0],
    ['on process.exit', 'process.exit(3);', 3],
    [
      'on process.exit out of a timer, while a batch is being written',
      'logger.log({ type: "x".repeat(200), payload: "y".repeat(70000) }); setImmediate(() => setImmediate(() => process.exit(3)));',
      3,
    ],
    ['on an error that nobody catches', 'throw new Error("mine");', 1],
    [
      'on a rejection that nobody catches',
      'void Promise.reject(new Error("mine")); await new Promise(() => setTimeout(() => {}, 1000));',
      1,
    ],
    [
      'on SIGTERM, with a handler that exits',
      'process.on("SIGTERM", () => process.exit(7)); process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000);',
      7,
    ],
    [
      'on SIGINT, with a handler that logs and exits',
      'process.on("SIGINT", () => { logger.log({ type: "last" }); process.exit(130); }); process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5000);',
      130,
    ],
  ])('%s', (_, ending, code) => {
    const { lines, status } = ran(
      `for (let at = 0; at < 500; at++) logger.log({ type: 'e' + at, payload: { at } });\n${ending}`,
    );
    expect(status).toBe(code);
    const types = new Set(lines.map(({ type }) => type));
    expect(Array.from({ length: 500 }, (_each, at) => `e${at}`).filter((type) => !types.has(type))).toEqual([]);
  });

  test('when a listener of exit logs, as long as the logger is older than it', () => {
    const { lines } = ran(`process.prependListener('exit', () => logger.log({ type: 'bye' })); process.exit();`);
    expect(lines.map(({ type }) => type)).toContain('bye');
  });

  test('when two loggers are open, and the folder of one is gone', () => {
    const { lines } = ran(
      `const other = new EventLogger({ home: '/proc/nowhere' }); other.log({ type: 'lost' }); logger.log({ type: 'kept' }); process.exit();`,
    );
    expect(lines.map(({ type }) => type)).toContain('kept');
  });
});

test('a scope that was open when the process ended is logged as unfinished', () => {
  const { lines } = ran(`const scope = logger.startScope({ type: 'work' }); process.exit();`);
  expect(lines).toEqual([
    expect.objectContaining({ t: 'begin', type: 'work' }),
    expect.objectContaining({ t: 'end', unfinished: true }),
  ]);
});

test('an open logger keeps no process alive', () => {
  const { status } = ran(`logger.log({ type: 'x' });`);
  expect(status).toBe(0);
});

test('what a killed process had written is whole, and is read; at most the last batch is missing', async () => {
  const home = temporary();
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      program(
        home,
        `let at = 0; setInterval(() => { for (let i = 0; i < 50; i++) logger.log({ type: 'e' + at++ }); }, 1); process.stdout.write('on');`,
      ),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await sleep(400);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  await using stemma = await openStemma({ home });
  const { events } = await stemma.ingest({ source: 'sdk' });
  expect(events).toBeGreaterThan(100);
  expect((await stemma.ingest({ source: 'sdk' })).events).toBe(0);
  const {
    sessions: [session],
  } = await stemma.sessions({ limit: 1 });
  const types = (await stemma.timeline(session!.uid, { limit: 100_000 })).events.map(({ type }) => type);
  // Without a gap: what is missing is what came last.
  expect(types).toEqual(Array.from({ length: events }, (_, at) => `e${at}`));
});

test('several processes at once log into one session, and into sessions they were spawned in', async () => {
  const home = temporary();
  const parent = `
    import { spawn } from 'node:child_process';
    const scope = logger.startScope({ type: 'lead' });
    const worker = (at) => ${JSON.stringify(program('HOME', `for (let at = 0; at < 300; at++) { logger.log({ type: 'w', payload: { at } }); if (at % 50 === 0) await new Promise((go) => setTimeout(go, 1)); }`))}.replace('"HOME"', JSON.stringify(${JSON.stringify(home)})).replace('session: undefined', 'session: ' + JSON.stringify(at < 2 ? 'team' : 'worker-' + at));
    await Promise.all([0, 1, 2, 3].map((at) => new Promise((resolve) => spawn(process.execPath, ['--input-type=module', '-e', worker(at)], { stdio: 'inherit', env: { ...process.env, STEMMA_PARENT: logger.reference(scope.id) } }).once('exit', resolve))));
    scope.end();`;
  expect(
    spawnSync(process.execPath, ['--input-type=module', '-e', program(home, parent, `'team'`)], {
      stdio: 'inherit',
      timeout: 15_000,
      killSignal: 'SIGKILL',
    }).status,
  ).toBe(0);
  await using stemma = await openStemma({ home });
  await stemma.ingest({ source: 'sdk' });
  expect((await stemma.timeline('sdk:team', { limit: 1 })).total).toBe(2 + 2 * 300);
  const lead = (await stemma.timeline('sdk:team', { limit: 10_000 })).events.find(
    ({ tool, step, id }) => tool === 'lead' && step === id,
  )!;
  const hanging = (await stemma.timeline('sdk:team', { limit: 10_000 })).events.filter(
    ({ parent: on }) => on === lead.id,
  );
  expect(hanging).toHaveLength(601);
  for (const worker of ['sdk:worker-2', 'sdk:worker-3']) {
    expect(await stemma.session(worker)).toMatchObject({
      events: 300,
      parent: { uid: 'sdk:team', relation: 'subagent' },
    });
    expect((await stemma.timeline(worker, { limit: 1 })).events[0]!.parent).toBe(lead.id);
  }
});

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

test.runIf(hasLimits)(
  'a disk that takes only half of a batch and then no more tears one line, and loses none once it takes them again',
  () => {
    const { lines, stderr, text } = ran(
      `import { execFileSync } from 'node:child_process';
     logger.log({ type: 'first' });
     await logger.flush();
     execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=4096:unlimited']);
     for (let at = 0; at < 100; at++) logger.log({ type: 'e' + at, text: 'y'.repeat(100) });
     await logger.flush().catch((error) => console.error(error.code));
     execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:unlimited']);
     logger.log({ type: 'last' });
     await logger.flush();`,
      ['sh', '-c', `trap '' XFSZ; exec "$0" "$@"`],
    );
    expect(stderr).toContain('store-unwritable');
    expect(text).toMatch(/[^}]\n\{/);
    expect(new Set(lines.map(({ type }) => type)).size).toBe(102);
  },
);

function program(home: string, script: string, session = 'undefined'): string {
  return `import { EventLogger } from '${library}';\nconst logger = new EventLogger({ home: ${JSON.stringify(home)}, session: ${session} });\n${script}`;
}

interface Ran {
  readonly status: number | null;
  readonly stderr: string;
  readonly text: string;
  /** What was logged, as far as its lines are whole. */
  readonly lines: readonly { readonly t?: string; readonly type?: string }[];
}

function ran(script: string, before: readonly string[] = []): Ran {
  const home = temporary();
  const [command, ...args] = [...before, process.execPath, '--input-type=module', '-e', program(home, script)];
  const { status, stderr } = spawnSync(command!, args, { encoding: 'utf8', timeout: 15_000, killSignal: 'SIGKILL' });
  const folder = join(home, 'sdk');
  const text = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const lines = text.split('\n').flatMap((line): Ran['lines'] => {
    try {
      const record = JSON.parse(line) as Ran['lines'][number];
      return record.t === undefined ? [] : [record];
    } catch {
      return [];
    }
  });
  return { status, stderr, text, lines };
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-exit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
