import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { broken, writeTranscript } from '../../src/live/resume/fixtures/transcript.ts';
import { fingerprintOf } from '../../src/memory/errors/fingerprint.ts';
import { keyOf, sessionUid, treeKey } from '../../src/model/ids.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { ChainRow } from '../../src/store/store.ts';
import { freshDatabase } from '../support/postgres.ts';
import { programEnv } from '../support/program-env.ts';

// The programs that hooks run, as they are shipped, with an archive that a team shares.

const dist = join(import.meta.dirname, '../../dist');
const hours = 60 * 60 * 1000;

let folder: string;
let home: string;
let shop: string;
let projects: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-team-hooks-'));
  home = join(folder, '.stemma');
  shop = join(folder, 'shop');
  projects = join(folder, '.claude', 'projects', '-shop');
  for (const path of [home, shop, projects]) mkdirSync(path, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const error = "error: unrecognized subcommand 'npm'";
const failed = () => ({
  session_id: 's',
  cwd: shop,
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command: 'frob npm run lint' },
  error: `Exit code 2\n${error}`,
  is_interrupt: false,
});
const started = () => ({
  session_id: 'a',
  transcript_path: join(projects, 'a.jsonl'),
  cwd: shop,
  hook_event_name: 'SessionStart',
  source: 'startup',
});

const hooks = [
  { hook: 'advise.cjs', event: 'PostToolUseFailure', payload: failed },
  { hook: 'resume-hook.js', event: 'SessionStart', payload: started },
] as const;
type Hook = (typeof hooks)[number];

async function run({ hook, event, payload }: Hook, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(dist, hook), home, 'claude-code', event], {
    env: { ...programEnv, HOME: folder, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => (stdout += String(text)));
  child.stderr.on('data', (text) => (stderr += String(text)));
  child.stdin.end(JSON.stringify(payload()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

/** They are given half a second and two, which a busy machine may not have; what was not said is said the next time. */
async function said(hook: Hook, env: Readonly<Record<string, string>> = {}): Promise<string> {
  for (let round = 0; round < 20; round += 1) {
    const { status, stdout, stderr } = await run(hook, env);
    expect(stderr).toBe('');
    if (status === 0)
      return (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
        .additionalContext;
  }
  return '';
}

describe('with an archive in PostgreSQL', () => {
  let url: string;
  beforeEach(async () => {
    url = await freshDatabase();
    await using store = await openStore(url, { mode: 'write', home });
    await store.write.putChains(Array.from({ length: 5 }, (_, at) => solved(at)));
  });

  test('a hook gives the known fix, with the archive of config.json', { timeout: 60_000 }, async () => {
    writeFileSync(join(home, 'config.json'), JSON.stringify({ db: url }));
    expect(await said(hooks[0])).toContain('`npm run lint` worked instead');
  });

  test('STEMMA_DB wins over config.json', { timeout: 60_000 }, async () => {
    writeFileSync(join(home, 'config.json'), JSON.stringify({ db: 'postgres://127.0.0.1:1/nobody' }));
    expect(await said(hooks[0], { STEMMA_DB: url })).toContain('`npm run lint` worked instead');
  });

  test('a hook reads what is new and reports unfinished work', { timeout: 60_000 }, async () => {
    writeFileSync(join(home, 'config.json'), JSON.stringify({ db: url }));
    writeTranscript({ folder: projects, session: 'one', cwd: shop, at: Date.now() - 2 * hours }, broken);
    expect(await said(hooks[1])).toContain('claude:one');
    await using store = await openStore(url, { mode: 'read', home });
    expect(await store.read.session(sessionUid('claude', 'one'))).toMatchObject({
      source_path: join(projects, 'one.jsonl'),
    });
  });

  test('a database in which nothing was made yet stays empty, and nothing is said', async () => {
    const empty = await freshDatabase();
    for (const hook of hooks)
      expect(await run(hook, { STEMMA_DB: empty })).toMatchObject({ status: 1, stdout: '', stderr: '' });
    const { databaseStatus } = await import('../../src/store/postgres/distribute.ts');
    expect((await databaseStatus(empty)).migrations.some(({ applied }) => applied)).toBe(false);
  });
});

// How soon is measured in bench/; here one that waited for ever would not end in time.
describe('a hook says nothing, and ends', () => {
  test.each(hooks)('where nobody listens: $hook', async (hook) => {
    const answer = await run(hook, { STEMMA_DB: 'postgres://127.0.0.1:1/stemma' });
    expect(answer).toEqual({ status: 1, stdout: '', stderr: '' });
  });

  test.each(hooks)('where somebody listens and never answers: $hook', async (hook) => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const answer = await run(hook, {
      STEMMA_DB: `postgres://me:sesame@127.0.0.1:${(server.address() as AddressInfo).port}/stemma`,
    });
    expect(answer).toEqual({ status: 1, stdout: '', stderr: '' });
  });

  test.each(hooks)('where the address is none: $hook', async (hook) => {
    writeFileSync(join(home, 'config.json'), JSON.stringify({ db: 'mysql://team/stemma' }));
    expect(await run(hook)).toMatchObject({ status: 1, stdout: '', stderr: '' });
  });
});

function solved(number: number): ChainRow {
  const session = sessionUid('claude', `earlier-${number}`);
  const tree = treeKey(session);
  const at = Date.now() - 24 * hours;
  return {
    tree,
    chain: keyOf(session),
    basis: 'mined',
    session,
    kind: 'real',
    type: 'error',
    message: error,
    fingerprint: fingerprintOf(error),
    also: [],
    action: 'Bash frob npm test',
    marks: ['run frob npm test'],
    context: null,
    at,
    state: 'resolved',
    resolvedAt: at + 60_000,
    verifiedBy: null,
    culprit: [],
    attempts: [
      {
        id: { tree, event: keyOf(`${session} fix`) },
        action: 'Bash npm test',
        codeChanges: null,
        successful: true,
        marks: ['run npm test'],
        at: at + 30_000,
      },
    ],
  };
}
