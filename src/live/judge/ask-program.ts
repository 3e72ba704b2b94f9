import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { AgentAnswering } from '../../sources/agent/descriptor.ts';
import type { AskOptions } from './judge.ts';

interface Program {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is known of it; the question goes to its standard input otherwise. */
  readonly known?: AgentAnswering;
}

/** Stands for the question where a command wants it as an argument. */
const placeholder = '{}';
/** A longer argument is refused by Linux. */
const longestArgument = 120_000;
const maxOutput = 16 * 1024 * 1024;

/**
 * Runs a program in an empty folder, so that an agent finds nothing to work on, and returns what it prints. It is ended
 * when it takes too long or the user interrupts.
 */
export async function askProgram(program: Program, question: string, options: AskOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-judge-'));
  try {
    return await answerOf(program, question, options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function answerOf(
  { words, env, known }: Program,
  question: string,
  { signal, timeoutMs }: AskOptions,
  cwd: string,
): Promise<string> {
  const [name, ...args] = argumentsOf(words, question, known);
  const takesInput = !words.includes(placeholder) && known?.question !== 'argument';
  return new Promise((resolve, reject) => {
    const child = spawn(name!, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: !isWindows });
    let output = '';
    let errors = '';
    let failure: StemmaError | undefined;
    const end = (reason: StemmaError): void => {
      failure ??= reason;
      kill(child.pid);
    };
    const timer = setTimeout(() => end(late(words, timeoutMs)), timeoutMs);
    const onAbort = (): void => end(interrupted());
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      act();
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxOutput) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)));
    child.on('error', (cause: NodeJS.ErrnoException) => settle(() => reject(notStarted(words, cause))));
    child.on('close', (code) =>
      settle(() => {
        if (failure) reject(failure);
        else if (code === 0 || output.trim() !== '') resolve(output);
        else reject(failed(words, code, errors));
      }),
    );
    // A program that ends without reading everything is judged by what it printed.
    child.stdin.on('error', () => {});
    child.stdin.end(takesInput ? question : '');
  });
}

function argumentsOf(words: readonly string[], question: string, known: AgentAnswering | undefined): readonly string[] {
  const isArgument = words.includes(placeholder) || known?.question === 'argument';
  if (isArgument && question.length > longestArgument)
    throw new StemmaError('judge-failed', `The question is too long for an argument of ${words[0]}.`, {
      hint: 'Ask for smaller windows, such as --budget 24000.',
    });
  if (words.includes(placeholder)) return words.map((word) => (word === placeholder ? question : word));
  if (known?.question === 'argument') return [...words, question];
  return [...words, ...(known?.last?.(words) ?? [])];
}

const isWindows = process.platform === 'win32';

/** With everything it started. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

function interrupted(): StemmaError {
  return new StemmaError('interrupted', 'Stopped before the session was judged.', {
    hint: 'Nothing was kept; an earlier judgement stays.',
  });
}

function late(words: readonly string[], timeoutMs: number): StemmaError {
  return new StemmaError('judge-failed', `${words[0]} gave no answer within ${Math.round(timeoutMs / 1000)} s.`, {
    hint: 'Give it longer with --timeout, or ask for smaller windows with --budget.',
  });
}

function notStarted([program]: readonly string[], cause: NodeJS.ErrnoException): StemmaError {
  if (cause.code === 'E2BIG')
    return new StemmaError('judge-failed', `The question is too long for an argument of ${program}.`, {
      hint: 'Ask for smaller windows, such as --budget 24000.',
    });
  return new StemmaError('program-not-found', `${program} cannot be started (${cause.code}).`, {
    hint: 'Is it installed, and in your PATH?',
    cause,
  });
}

function failed(words: readonly string[], code: number | null, errors: string): StemmaError {
  const last = redact(errors).trim().split('\n').slice(-3).join('\n');
  return new StemmaError('judge-failed', `${words[0]} ended with ${code ?? 'a signal'} and no answer.`, {
    hint: last || 'It printed nothing. Try the command by hand.',
  });
}
