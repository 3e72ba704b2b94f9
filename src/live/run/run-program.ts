import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderWatch } from '../watch/watch-folders.ts';
import type { RunStart } from '../../sources/agent/run.ts';
import { agents } from '../../sources/registry.ts';
import { startChild, type Child, type Ending } from './child.ts';
import { Commands } from './commands.ts';
import { Commits } from './commits.ts';
import { Before, isGeneratedFolder } from './contents.ts';
import { Edits } from './edits.ts';
import { Repository } from './repository.ts';
import { RunLog } from './run-log.ts';
import { shimVariables, writeShim } from './shell-shim.ts';

export interface RunOptions {
  /** Stemma's own folder. */
  readonly home: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's home folder. */
  readonly userHome: string;
  readonly argv: readonly string[];
  readonly clock: () => number;
  /** Files and folders of agents' histories: what is written there is read by their own sources. */
  readonly histories: readonly string[];
}

export interface Ran {
  readonly ending: Ending;
  readonly run: string;
  readonly log: string;
  /** The files the program was configured to write, and the remaining files of commands. */
  readonly folder: string;
  readonly began: number;
  readonly edits: number;
  readonly commands: number;
  readonly failedCommands: number;
  readonly commits: ReadonlySet<string>;
  /** Why the log is incomplete. */
  readonly lost: string | undefined;
}

const tickMs = 100;
/** A written file is read after it has been unchanged this long. */
const settleMs = 200;
/** How long after a change it is noticed at the latest, on a busy machine too. */
const hearsayMs = 150;
/** The program waits at most this long while the initial state is read. */
const longestStartMs = 3_000;

/** Runs a program as if it had been started without us, and records what it does. The log is written as it goes. */
export async function runProgram(options: RunOptions): Promise<Ran> {
  const { home, cwd, argv, clock } = options;
  const began = clock();
  const run = `${new Date(began).toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}-${randomBytes(3).toString('hex')}`;
  const folder = join(home, 'runs', run);
  mkdirSync(join(folder, 'commands'), { recursive: true, mode: 0o700 });
  using log = new RunLog(join(home, 'runs', `${run}.jsonl`), run, clock);

  const repository = await Repository.at(cwd);
  const root = repository?.root ?? cwd;
  const [head, branch, status, script] = await Promise.all([
    repository?.head(),
    repository?.branch(),
    within(longestStartMs, repository?.status()),
    scriptProgram(),
  ]);
  const before = new Before(root, repository, head);
  await within(longestStartMs, before.take(status?.dirty ?? []));
  const edits = new Edits(root, repository, before, log);
  const commits = repository && (await Commits.follow(repository, head, edits, log));

  log.write(
    'start',
    { argv, cwd, ...(branch !== undefined && { branch }), ...(head !== undefined && { head }) },
    began,
  );
  if (before.isPartial)
    log.write('note', {
      id: log.nextId('n'),
      text: 'Too many files here to follow all of them; there is no git repository that says which matter.',
    });
  const shell = realShell(options.env);
  const commands = new Commands(join(folder, 'commands'), log, shell);
  const work = new WorkTree(root, repository, edits, status?.ignored ?? [], [...options.histories, home]);
  await work.watch();

  const child = startChild(argv, cwd, {
    ...options.env,
    ...shimEnvironment(options, shell, script, folder),
    ...agentEnvironment({ argv, env: options.env, folders: [cwd, root, options.userHome], into: folder }),
  });
  const ending = await follow(child, commands, commits, work);
  await finish(commits, edits, work, repository, before, head);

  if (ending.is === 'ended')
    log.write('end', {
      exitCode: ending.exitCode,
      ...(ending.signal && { signal: ending.signal }),
      ms: Math.round(clock() - began),
    });
  else log.write('end', { exitCode: ending.exitCode, ms: 0 });
  return {
    ending,
    run,
    log: log.path,
    folder,
    began,
    edits: edits.count,
    commands: commands.count,
    failedCommands: commands.failed,
    commits: commits?.hashes ?? new Set(),
    lost: log.lost,
  };
}

/**
 * Until the program ends: its commands, its commits, its edits, in this order, so that each finds what it refers to.
 */
async function follow(child: Child, commands: Commands, commits: Commits | undefined, work: WorkTree): Promise<Ending> {
  let isBusy = false;
  let last = Promise.resolve();
  const timer = setInterval(() => {
    child.stopTogether();
    if (isBusy) return;
    isBusy = true;
    last = (async () => {
      await commands.look((at) => work.lookUntil(at));
      await commits?.look();
      await work.look(settleMs);
    })()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  }, tickMs);
  const ending = await child.ended;
  clearInterval(timer);
  await last;
  // The output of the last command may still arrive.
  for (let tries = 0; tries < 40 && commands.running > 0; tries++) {
    await commands.look((at) => work.lookUntil(at));
    if (commands.running > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await commands.look((at) => work.lookUntil(at), true);
  return ending;
}

/** No unnoticed change is missed: everything that differs from the beginning is read once more. */
async function finish(
  commits: Commits | undefined,
  edits: Edits,
  work: WorkTree,
  repository: Repository | undefined,
  before: Before,
  head: string | undefined,
): Promise<void> {
  try {
    work.close();
    await commits?.end();
    await work.look(0);
    const changed = repository ? await repository.changedSince(head) : [];
    await edits.look(work.own(new Set([...changed, ...(await before.paths())])));
  } catch {
    // What was seen so far is in the log.
  }
}

/** The files that matter, and which of them changed. */
class WorkTree {
  readonly #root: string;
  readonly #repository: Repository | undefined;
  readonly #edits: Edits;
  readonly #ignored: ReadonlySet<string>;
  readonly #histories: readonly string[];
  readonly #changed = new Map<string, number>();
  readonly #folders: FolderWatch;

  constructor(
    root: string,
    repository: Repository | undefined,
    edits: Edits,
    ignored: readonly string[],
    histories: readonly string[],
  ) {
    this.#root = root;
    this.#repository = repository;
    this.#edits = edits;
    this.#ignored = new Set(ignored.map((path) => path.replace(/\/$/, '')));
    this.#histories = histories;
    this.#folders = new FolderWatch(
      (path) => this.#changed.set(this.#inside(path), performance.now()),
      (folder) => this.#skips(folder),
    );
  }

  async watch(): Promise<void> {
    await within(longestStartMs, this.#folders.add(this.#root));
  }

  close(): void {
    this.#folders[Symbol.dispose]();
  }

  /** Reads files that have been unchanged this long. */
  async look(quietMs: number): Promise<void> {
    const now = performance.now();
    await this.#take([...this.#changed].filter(([, at]) => now - at >= quietMs).map(([path]) => path));
  }

  /** Reads files last written before this time. */
  async lookUntil(at: number): Promise<void> {
    // The system reports a change a little after it was made.
    await sleep(Math.max(0, at + hearsayMs - Date.now()));
    const times = await Promise.all(
      [...this.#changed.keys()].map(
        async (path) =>
          [
            path,
            await stat(join(this.#root, path)).then(
              (info) => info.mtimeMs,
              () => 0,
            ),
          ] as const,
      ),
    );
    await this.#take(times.filter(([, written]) => written <= at).map(([path]) => path));
  }

  async #take(settled: readonly string[]): Promise<void> {
    for (const path of settled) this.#changed.delete(path);
    const own = this.own(settled);
    const ignored = (await this.#repository?.ignored(own)) ?? new Set();
    await this.#edits.look(own.filter((path) => !ignored.has(path)));
  }

  own(paths: Iterable<string>): string[] {
    return [...paths].filter(
      (path) =>
        !path.split('/').some(isGeneratedFolder) &&
        !agents.some(({ run }) => run?.ownFiles.test(path)) &&
        !this.#isHistory(join(this.#root, path)),
    );
  }

  #inside(path: string): string {
    return relative(this.#root, path).split(sep).join('/');
  }

  #skips(folder: string): boolean {
    return isGeneratedFolder(basename(folder)) || this.#ignored.has(this.#inside(folder)) || this.#isHistory(folder);
  }

  #isHistory(path: string): boolean {
    return this.#histories.some((place) => path === place || path.startsWith(`${place}${sep}`));
  }
}

/** Variables that make agents record more than by default. */
function agentEnvironment(start: RunStart): Readonly<Record<string, string>> {
  return Object.assign({}, ...agents.map(({ run }) => run?.env(start)));
}

function shimEnvironment(
  { home, env }: RunOptions,
  shell: string,
  script: string | undefined,
  folder: string,
): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return {};
  try {
    const { folder: into, shell: real, terminal, script: through } = shimVariables;
    return {
      SHELL: writeShim(home, shell),
      [into]: join(folder, 'commands'),
      [real]: shell,
      [terminal]: ownTerminal() ?? '',
      ...(script === undefined ? {} : { [through]: script }),
    };
  } catch {
    return env['SHELL'] === undefined ? {} : { SHELL: env['SHELL'] };
  }
}

/** Inside another run, `SHELL` is that run's shim. */
function realShell(env: NodeJS.ProcessEnv): string {
  return env[shimVariables.shell] || env['SHELL'] || userShell() || '/bin/sh';
}

function userShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}

/** The terminal that stemma was started in, if any of its streams is one. */
function ownTerminal(): string | undefined {
  for (const fd of [0, 1, 2]) {
    try {
      const path = readlinkSync(`/dev/fd/${fd}`);
      if (/^\/dev\/(?:pts\/|tty)/.test(path)) return path;
    } catch {
      // Not a link here, or closed.
    }
  }
  return undefined;
}

/** Only the implementation whose flags we know. */
function scriptProgram(): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('script', ['--version'], { timeout: 1_000 }, (error, stdout) =>
      resolve(!error && stdout.includes('util-linux') ? 'script' : undefined),
    );
  });
}

function within<T>(ms: number, promise: Promise<T> | undefined): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise ?? Promise.resolve(undefined), late]).finally(() => clearTimeout(timer));
}
