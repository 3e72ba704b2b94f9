import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { processState } from './process-state.ts';

export type Ending =
  | { readonly is: 'ended'; readonly exitCode: number; readonly signal?: NodeJS.Signals }
  /** As a shell reports it: 127 not found, 126 found but not executable. */
  | { readonly is: 'not-started'; readonly exitCode: 126 | 127 };

export interface Child {
  readonly ended: Promise<Ending>;
  /** Stops when the program has stopped itself, and wakes it when we are woken: the parent sees one job. */
  stopTogether(): void;
}

/**
 * Starts a program in our place: our terminal, our process group, our streams. Ctrl-C and Ctrl-\ reach it from the
 * terminal, and we wait for its reaction; signals sent to us alone are forwarded.
 */
export function startChild(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Child {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
  const release = handSignalsOn((signal) => child.kill(signal));
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      release();
      resolve({ is: 'not-started', exitCode: error.code === 'ENOENT' ? 127 : 126 });
    });
    child.once('exit', (code, signal) => {
      release();
      resolve(
        signal === null
          ? { is: 'ended', exitCode: code ?? 0 }
          : { is: 'ended', exitCode: 128 + constants.signals[signal], signal },
      );
    });
  });
  return {
    ended,
    stopTogether() {
      // Linux shows it; elsewhere Ctrl-Z reaches us from the terminal, as it mostly does here.
      if (child.pid === undefined || child.exitCode !== null || processState(child.pid) !== 'T') return;
      process.kill(process.pid, 'SIGSTOP');
      child.kill('SIGCONT');
    },
  };
}

function handSignalsOn(send: (signal: NodeJS.Signals) => void): () => void {
  const ignored = (): void => undefined;
  const handlers = new Map<NodeJS.Signals, () => void>([
    ['SIGINT', ignored],
    ['SIGQUIT', ignored],
    ...(['SIGTERM', 'SIGHUP', 'SIGUSR2'] as const).map((signal): [NodeJS.Signals, () => void] => [
      signal,
      () => send(signal),
    ]),
  ]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}
