import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { processState } from './process-state.ts';
import type { RunLog } from './run-log.ts';
import { keptBytes } from './shell-shim.ts';

interface Open {
  readonly id: string;
  readonly at: number;
  /** When its end was first seen without its output. */
  endedAt?: number;
}

/** How long the output of an ended command may still arrive; after that it left something running in the background. */
const outputMs = 1_500;

/** Commands recorded by the shell shim, added to the log. */
export class Commands {
  readonly #folder: string;
  readonly #log: RunLog;
  readonly #shell: string;
  readonly #open = new Map<string, Open>();
  readonly #done = new Set<string>();
  count = 0;
  failed = 0;

  constructor(folder: string, log: RunLog, shell: string) {
    this.#folder = folder;
    this.#log = log;
    this.#shell = basename(shell);
  }

  get running(): number {
    return this.#open.size;
  }

  /**
   * Records what is new. Before a command, `beforeIt` may record what happened until it began: a check is about the
   * edits before it. At the end of the program nothing is waited for.
   */
  async look(beforeIt: (at: number) => Promise<void>, isEnd = false): Promise<void> {
    const names = new Set(namesIn(this.#folder));
    const begun = [...names].filter((name) => name.endsWith('.begun')).map((name) => name.slice(0, -'.begun'.length));
    const fresh = begun
      .filter((name) => !this.#open.has(name) && !this.#done.has(name))
      .map((name) => ({ name, at: timeOf(this.#at(name, 'begun')) ?? 0 }));
    for (const { name, at } of fresh.sort((a, b) => a.at - b.at)) {
      // One that has ended meanwhile is recorded first: it came before.
      for (const [other, open] of this.#open) this.#follow(other, open, names, false);
      await beforeIt(at);
      this.#begin(name, at);
    }
    for (const [name, open] of this.#open) this.#follow(name, open, names, isEnd);
  }

  #begin(name: string, at: number): void {
    const id = this.#log.nextId('c');
    this.#open.set(name, { id, at });
    this.count += 1;
    this.#log.write(
      'command',
      {
        id,
        command: textOf(this.#at(name, 'command')) ?? '',
        cwd: textOf(this.#at(name, 'cwd')) ?? '',
        shell: this.#shell,
      },
      at,
    );
  }

  #follow(name: string, open: Open, names: ReadonlySet<string>, isEnd: boolean): void {
    const code = /^(\d+)\n$/.exec(textOf(this.#at(name, 'exit')) ?? '')?.[1];
    if (code === undefined) {
      if (isEnd || !isAlive(Number.parseInt(name, 10))) this.#abandoned(name, open);
      return;
    }
    const isComplete = names.has(`${name}.kept`) || !names.has(`${name}.b`);
    open.endedAt ??= Date.now();
    if (!isComplete && !isEnd && Date.now() - open.endedAt < outputMs) return;
    const exitCode = Number(code);
    const at = timeOf(this.#at(name, 'exit')) ?? open.at;
    if (exitCode !== 0) this.failed += 1;
    this.#log.write(
      'ended',
      { id: open.id, exitCode, ms: Math.max(0, Math.round(at - open.at)), ...this.#output(name) },
      at,
    );
    this.#close(name, isComplete);
  }

  /** A signal that kills the shim is forwarded to the shell behind it. */
  #abandoned(name: string, open: Open): void {
    const real = Number.parseInt(textOf(this.#at(name, 'real')) ?? '', 10);
    if (!isAlive(Number.parseInt(name, 10)) && real > 1) signal(real, 'SIGTERM');
    this.failed += 1;
    this.#log.write('ended', { id: open.id, ...this.#output(name) });
    this.#close(name, false);
  }

  #close(name: string, isComplete: boolean): void {
    this.#open.delete(name);
    this.#done.add(name);
    if (!isComplete) return;
    for (const ending of endings) rmSync(this.#at(name, ending), { force: true });
    this.#done.delete(name);
  }

  #output(name: string): { output?: string; cut?: true } {
    const head = bytesOf(this.#at(name, 'head'));
    if (!head) return {};
    const tail = bytesOf(this.#at(name, 'tail')) ?? Buffer.alloc(0);
    const isCut = tail.length >= keptBytes.tail;
    const text = isCut ? `${head.toString()}\n[…]\n${tail.toString()}` : Buffer.concat([head, tail]).toString();
    return { output: withoutScript(text), ...(isCut && { cut: true }) };
  }

  #at(name: string, ending: string): string {
    return join(this.#folder, `${name}.${ending}`);
  }
}

/** `begun` last: while it exists, the command is known. */
const endings = ['cwd', 'command', 'real', 'head', 'tail', 'exit', 'kept', 'o', 'e', 'b', 'o.done', 'e.done', 'begun'];

/** Removes the lines that `script` adds, and the line ends of a terminal. */
function withoutScript(text: string): string {
  if (!text.startsWith('Script started on ')) return text;
  return text
    .replace(/^Script started on [^\n]*\n/, '')
    .replace(/\r?\nScript done on [^\n]*\n$/, '')
    .replaceAll('\r\n', '\n');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  return bytesOf(path)?.toString();
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function isAlive(pid: number): boolean {
  return signal(pid, 0) && processState(pid) !== 'Z';
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
