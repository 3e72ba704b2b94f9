import { execFileSync, spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** It was ended by us, because it took too long. */
  readonly late: boolean;
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** What it has said on standard error so far. */
  soFar(): string;
  /** Ctrl-C. */
  interrupt(): void;
  /** Ends it and everything it started. */
  kill(): void;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/** Programs in groups of their own do not hear Ctrl-C: they are ended when we are. */
const alive = new Set<() => void>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const kill of alive) kill();
    process.exit(1);
  });
}

/** Starts a program that sees only the environment it is given and nobody at the keyboard. */
export function startProcess(file: string, args: readonly string[], { cwd, env, limitMs }: ProcessOptions): Running {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let [out, err, late] = ['', '', false];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const kill = () => {
    if (child.pid !== undefined) killTree(child.pid);
  };
  alive.add(kill);
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, limitMs);
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => (err += String(error)));
    child.on('close', (code) => {
      clearTimeout(timer);
      alive.delete(kill);
      resolve({ code, out, err, late });
    });
  });
  return { ended, soFar: () => err, interrupt: () => child.kill('SIGINT'), kill };
}

/**
 * Shells that agents start often lead groups of their own, so the whole family is looked up before the first one
 * dies.
 */
function killTree(root: number): void {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number) as [number, number];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const family = [root];
  for (const pid of family) family.push(...(children.get(pid) ?? []));
  for (const pid of family) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
}
