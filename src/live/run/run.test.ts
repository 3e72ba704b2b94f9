import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { programEnv } from '../../../test/support/program-env.ts';

// Real programs under the real stemma, in processes of their own.
const main = join(import.meta.dirname, '../../../dist/main.js');
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;

// Each starts a stemma or two.
vi.setConfig({ testTimeout: 40_000 });

let folder: string;
let repo: string;
let env: NodeJS.ProcessEnv;
/** What every test begins with: made once, because git starts a process for each command. */
const prepared = mkdtempSync(join(tmpdir(), 'stemma-repo-'));

beforeAll(() => {
  [folder, repo, env] = [prepared, prepared, { ...programEnv, HOME: prepared, GIT_CONFIG_NOSYSTEM: '1' }];
  git('init', '-q', '-b', 'main');
  git('config', 'user.email', 'dev@example.com');
  git('config', 'user.name', 'Dev');
  write('cart.js', 'one\ntwo\n');
  write('notes.md', 'Notes\n');
  git('add', '.');
  git('commit', '-qm', 'First');
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stemma-run-'));
  repo = join(folder, 'shop');
  // With its times, or git would read every file again.
  cpSync(prepared, repo, { recursive: true, preserveTimestamps: true });
  env = {
    ...programEnv,
    HOME: folder,
    STEMMA_HOME: join(folder, '.stemma'),
    SHELL: '/bin/bash',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
  };
});

afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('the program notices nothing', () => {
  test('its streams and its exit code are its own', () => {
    const ran = run('cat; echo problem >&2; exit 3', { input: 'through\n' });
    expect(ran.stdout).toBe('through\n');
    expect(ran.stderr).toMatch(/^problem\nstemma: run:\S+ {2}0 edits, 0 commands; exit code 3\n$/);
    expect(ran.status).toBe(3);
    expect(run('exit 0', {}, '--quiet').stderr).toBe('');
  });

  test('what its commands print and return is theirs, each stream in its place', () => {
    const ran = run(
      `$SHELL -c 'echo out; echo err >&2; echo "$SHELL $0"; exit 7' zero > o 2> e; echo $? > code; $SHELL -c 'kill -9 $$' 2> killed; echo 'read me' | $SHELL -c cat`,
    );
    expect(read('o')).toBe('out\n/bin/bash zero\n');
    expect(read('e')).toBe('err\n');
    expect(read('code')).toBe('7\n');
    expect(read('killed')).toBe('');
    expect(ran.stdout).toBe('read me\n');
  });

  test('a command that leaves something in the background is not waited for', () => {
    // Longer than `run` waits.
    expect(run(`$SHELL -c 'sleep 60 >/dev/null 2>&1 & sleep 60 & echo begun' > o 2>&1`).status).toBe(0);
    expect(read('o')).toBe('begun\n');
  });

  test('files that its commands make have the mode they would have', () => {
    run(`umask 022; $SHELL -c 'echo x > made'`);
    expect(statSync(join(repo, 'made')).mode & 0o777).toBe(0o644);
  });

  test('a program that is not there, or none, ends as in a shell, and is no session', () => {
    expect(stemma(['run', '--', 'no-such-program'])).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('There is no program no-such-program') as string,
    });
    expect(stemma(['run', '--', './cart.js']).status).toBe(126);
    expect(logs()).toEqual([]);
  });

  test('one that dies of a signal ends as in a shell', () => {
    expect(run('kill -SEGV $$').status).toBe(139);
    expect(log().at(-1)).toMatchObject({ t: 'end', signal: 'SIGSEGV', exitCode: 139 });
  });

  test('SIGTERM is handed on, and what it makes of it is waited for', async () => {
    const child = start(`trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.1; done`);
    await child.printed('ready');
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(5);
    expect(child.output()).toContain('bye');
  });

  test.runIf(hasScript)('it has the terminal, and Ctrl-C is for it alone', async () => {
    write(
      '../agent.sh',
      `#!/bin/sh\ntrap 'echo caught; exit 9' INT\ntest -t 0 && test -t 1 && test -t 2 && echo terminal\nwhile :; do sleep 0.1; done\n`,
    );
    chmodSync(join(folder, 'agent.sh'), 0o755);
    const child = follow(
      spawn('script', ['-qec', `exec ${process.execPath} ${main} run -- ../agent.sh`, '/dev/null'], {
        cwd: repo,
        env: { ...env, SHELL: '/bin/sh' },
      }),
    );
    await child.printed('terminal');
    child.process.stdin!.write('\u0003');
    await child.printed('caught');
    expect(await child.ended).toBe(9);
    expect(child.output().match(/caught/g)).toHaveLength(1);
  });

  test('where stemma cannot write, it runs all the same', () => {
    mkdirSync(join(folder, '.stemma'));
    writeFileSync(join(folder, '.stemma/runs'), 'a file, where a folder should be');
    expect(run('echo works')).toMatchObject({
      status: 0,
      stdout: 'works\n',
      stderr: expect.stringContaining('without being recorded') as string,
    });
  });
});

describe('commands', () => {
  test('are recorded with what they printed and how they ended', () => {
    run(`$SHELL -c 'echo out; echo err >&2; exit 2' 2>&1 | cat; $SHELL -lc 'true'`);
    const [first, ended, second] = log().slice(1);
    expect(first).toMatchObject({ t: 'command', command: 'echo out; echo err >&2; exit 2', cwd: repo, shell: 'bash' });
    expect(ended).toMatchObject({ t: 'ended', id: first!['id'], exitCode: 2, output: 'out\nerr\n' });
    expect(second).toMatchObject({ t: 'command', command: 'true' });
  });

  test('that print more than anybody keeps are kept at both ends, and printed whole', () => {
    const ran = run(`$SHELL -c 'echo first; head -c 2000000 /dev/zero | tr "\\0" x; echo last' | wc -c`);
    expect(ran.stdout.trim()).toBe('2000011');
    const { output, cut } = log().find(({ t }) => t === 'ended') as { output: string; cut: boolean };
    expect(cut).toBe(true);
    expect(output.length).toBeLessThan(300_000);
    expect(output.slice(0, 7)).toBe('first\nx');
    expect(output.slice(-6)).toBe('xlast\n');
  });

  test.runIf(hasScript)('in a terminal that the program made for them are recorded, and see a terminal', () => {
    const ran = run(`script -qec 'test -t 1 && echo "a terminal"; exit 4' /dev/null < /dev/null; echo $?`);
    expect(ran.stdout).toContain('a terminal');
    expect(ran.stdout).toContain('4\n');
    expect(log().find(({ t }) => t === 'ended')).toMatchObject({
      exitCode: 4,
      // Before or after it the terminal may show the end of its input, as `^@`.
      output: expect.stringContaining('a terminal\n') as string,
    });
  });

  test('whose shell is killed take the real shell with them', () => {
    run(`$SHELL -c 'sleep 1.5; echo on > ../went-on' > o 2>&1 & sleep 0.5; kill $!; sleep 2`);
    expect(existsSync(join(folder, 'went-on'))).toBe(false);
    expect(log().find(({ t }) => t === 'ended')).not.toHaveProperty('exitCode');
  });
});

describe('edits and commits', () => {
  test('a commit hangs on the edits whose content it holds, not on what was there before', () => {
    write('notes.md', 'Notes\nmine, before it began\n');
    run(
      `printf 'one\\n2\\n' > cart.js; echo new > new.js; git add -A; git commit -qm Second; sleep 0.6; echo later >> new.js`,
    );
    const records = log();
    const edits = records.filter(({ t }) => t === 'edit');
    expect(edits.map(({ path, change }) => [path, change])).toEqual([
      ['cart.js', 'update'],
      ['new.js', 'create'],
      ['new.js', 'update'],
    ]);
    expect(edits[0]!['diff']).toContain('-two\n+2\n');
    const commit = records.find(({ t }) => t === 'commit')!;
    expect(commit).toMatchObject({ subject: 'Second', author: 'Dev <dev@example.com>', branch: 'main' });
    expect((commit['files'] as Record<string, unknown>[]).map(({ path, edit }) => [path, edit])).toEqual([
      ['cart.js', edits[0]!['id']],
      ['new.js', edits[1]!['id']],
      ['notes.md', undefined],
    ]);
    expect(git('rev-parse', 'HEAD').trim()).toBe(commit['hash']);

    const { events } = JSON.parse(stemma(['timeline', '--json']).stdout) as {
      events: { native_id: string; parent: string; id: string }[];
    };
    const recorded = events.find((event) => event.native_id === commit['hash'])!;
    expect(events.find(({ id }) => id === recorded.parent)?.native_id).toBe(edits[1]!['id']);
  });

  test('an edit comes before the check that follows it', () => {
    run(`sleep 0.3; echo three >> cart.js; $SHELL -c 'npm test' > o 2>&1`);
    const order = log().map(({ t, path }) => (t === 'edit' ? path : t));
    expect(order.indexOf('cart.js')).toBeGreaterThan(0);
    expect(order.indexOf('cart.js')).toBeLessThan(order.indexOf('command'));
  });

  test('another branch is no edit, and what git ignores is none', () => {
    write('.gitignore', 'dist/\n');
    git('add', '.');
    git('commit', '-qm', 'Ignore');
    git('checkout', '-qb', 'fix');
    write('cart.js', 'on fix\n');
    git('commit', '-qam', 'On fix');
    git('checkout', '-q', 'main');
    run(
      `mkdir dist; echo built > dist/a.js; git checkout -q fix; sleep 0.5; echo more >> cart.js; sleep 0.4; git checkout -q cart.js`,
    );
    expect(log().find(({ t }) => t === 'head')).toMatchObject({ text: 'checkout: moving from main to fix' });
    const edits = log().filter(({ t }) => t === 'edit');
    expect(edits.map(({ path, added, removed }) => [path, added, removed])).toEqual([
      ['cart.js', 1, 0],
      ['cart.js', 0, 1],
    ]);
  });

  test('outside a repository, files below the folder are followed', () => {
    rmSync(join(repo, '.git'), { recursive: true });
    run(`echo three >> cart.js; rm notes.md; mkdir deep; echo x > deep/x`);
    expect(
      log()
        .filter(({ t }) => t === 'edit')
        .map(({ path, change }) => `${String(change)} ${String(path)}`)
        .sort(),
    ).toEqual(['create deep/x', 'delete notes.md', 'update cart.js']);
  });
});

test('a stemma that is killed leaves what it had, for the owner alone, and ingest reads it', async () => {
  const child = start(`echo three >> cart.js; $SHELL -c 'echo checked' | cat; echo ready; sleep 3`);
  await child.printed('ready');
  await vi.waitUntil(() => log().some(({ t }) => t === 'edit') && log().some(({ t }) => t === 'ended'), {
    timeout: 10_000,
  });
  child.process.kill('SIGKILL');
  await child.ended;
  expect(statSync(logs()[0]!).mode & 0o777).toBe(0o600);
  expect(stemma(['ingest']).status).toBe(0);
  const { sessions } = JSON.parse(stemma(['sessions', '--json']).stdout) as {
    sessions: { source: string; events: number }[];
  };
  expect(sessions).toMatchObject([{ source: 'run', events: 5 }]);
});

describe('aider', () => {
  const aider = `printf '\\n# aider chat started at 2026-03-02 09:14:05\\n\\n> aider  \\n> Aider v0.86.0  \\n#### fix it  \\n\\nDone.\\n\\n> Commit %s fix  \\n' $(git rev-parse --short HEAD) >> .aider.chat.history.md; echo "$AIDER_LLM_HISTORY_FILE" > ../said`;
  const runAider = (): unknown => {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin/aider'), `#!/bin/sh\necho three >> cart.js; git commit -qam fix\n${aider}\n`, {
      mode: 0o755,
    });
    return stemma(['run', '--', 'aider'], { env: { ...env, PATH: `${join(folder, 'bin')}:${env['PATH']}` } });
  };

  test('has its chat read too; both know the commit, and the run names the chat', () => {
    expect(runAider()).toMatchObject({ status: 0 });
    const { sessions } = JSON.parse(stemma(['sessions', '--json']).stdout) as {
      sessions: { uid: string; source: string }[];
    };
    expect(sessions.map(({ source }) => source).sort()).toEqual(['aider', 'run']);
    expect(
      log()
        .filter(({ t }) => t === 'edit')
        .map(({ path }) => path),
    ).toEqual(['cart.js']);
    expect(log().at(-1)).toMatchObject({
      t: 'transcript',
      session: sessions.find(({ source }) => source === 'aider')!.uid,
    });
  });

  test('keeps its requests with the run, unless it is configured', () => {
    runAider();
    expect(read('../said')).toMatch(/\.stemma\/runs\/.*\/aider\.llm\.history\n$/);
    write('.aider.conf.yml', 'dark-mode: true\n');
    runAider();
    expect(read('../said')).toBe('\n');
  });
});

function stemma(argv: readonly string[], more: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {}) {
  return spawnSync(process.execPath, [main, ...argv], { cwd: repo, env, encoding: 'utf8', timeout: 30_000, ...more });
}

function run(script: string, more: { readonly input?: string } = {}, ...flags: string[]) {
  return stemma(['run', ...flags, '--', '/bin/sh', '-c', script], more);
}

function start(script: string) {
  return follow(spawn(process.execPath, [main, 'run', '--', '/bin/sh', '-c', script], { cwd: repo, env }));
}

function follow(child: ReturnType<typeof spawn>) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  return {
    process: child,
    output: () => output,
    printed: (text: string) => vi.waitUntil(() => output.includes(text), { timeout: 15_000 }),
    ended: new Promise<number | null>((resolve) => child.once('exit', resolve)),
  };
}

function logs(): string[] {
  const runs = join(folder, '.stemma/runs');
  return existsSync(runs)
    ? readdirSync(runs)
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => join(runs, name))
    : [];
}

function log(): Record<string, unknown>[] {
  return logs().flatMap((path) =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repo, env, encoding: 'utf8' });
}

function write(name: string, text: string): void {
  writeFileSync(join(repo, name), text);
}

function read(name: string): string {
  return readFileSync(join(repo, name), 'utf8');
}
