import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { broken, writeTranscript } from '../../src/live/resume/fixtures/transcript.ts';
import { openArchive } from '../../src/testing/open-archive.ts';
import { programEnv } from '../support/program-env.ts';

const program = join(import.meta.dirname, '../../dist/resume-hook.js');
const hours = 60 * 60 * 1000;

let folder: string;
let home: string;
let shop: string;
let projects: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-resume-hook-'));
  home = join(folder, '.stemma');
  shop = join(folder, 'shop');
  projects = join(folder, '.claude', 'projects', '-shop');
  for (const path of [home, shop, projects]) mkdirSync(path, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the program that hooks run when a session starts', () => {
  test('reads what is new, prints the answer that the agent takes, and nothing when there is none', async () => {
    await archive();
    wroteOne();
    const claude = run('claude-code', start('a'));
    expect(claude).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(claude.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('claude:one') as string,
      },
    });
    const copilot = run('copilot', { sessionId: 'b', cwd: shop, source: 'new' }, 'sessionStart');
    expect(JSON.parse(copilot.stdout)).toEqual({ additionalContext: expect.stringContaining('claude:one') as string });
    expect(run('claude-code', start('a'))).toMatchObject({ status: 1, stdout: '', stderr: '' });
  });

  test.each([
    ['no JSON', '{"session_id'],
    ['no object', '[]'],
    ['nothing', ''],
  ])('says nothing to %s', async (_, input) => {
    await archive();
    expect(run('claude-code', input)).toMatchObject({ status: 1, stdout: '', stderr: '' });
  });

  test('says nothing where there is no archive, and makes none', () => {
    wroteOne();
    expect(run('claude-code', start('a'))).toMatchObject({ status: 1, stdout: '', stderr: '' });
    expect(readdirSync(home)).toEqual([]);
  });

  test('says nothing when the archive is none, and leaves it as it is', () => {
    writeFileSync(join(home, 'stemma.db'), 'not a database');
    wroteOne();
    expect(run('claude-code', start('a'))).toMatchObject({ status: 1, stdout: '', stderr: '' });
    expect(readdirSync(home)).toEqual(['stemma.db']);
  });

  test('does not wait for somebody who writes', async () => {
    await using _ = await openArchive(join(home, 'stemma.db'), 'write');
    wroteOne();
    // The writer does not end before this has: who waited for it would come to the end of the test's time.
    expect(run('claude-code', start('a'))).toMatchObject({ status: 1, stdout: '', stderr: '' });
    expect(existsSync(join(home, 'advice'))).toBe(false);
  });
});

function wroteOne(): void {
  writeTranscript({ folder: projects, session: 'one', cwd: shop, at: Date.now() - 2 * hours }, broken);
}

async function archive(): Promise<void> {
  await (await openArchive(join(home, 'stemma.db'), 'write'))[Symbol.asyncDispose]();
}

function start(session: string): object {
  return {
    session_id: session,
    transcript_path: join(projects, `${session}.jsonl`),
    cwd: shop,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
}

function run(agent: string, payload: object | string, event = 'SessionStart') {
  return spawnSync(process.execPath, [program, home, agent, event], {
    input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    encoding: 'utf8',
    env: { ...programEnv, HOME: folder },
  });
}
