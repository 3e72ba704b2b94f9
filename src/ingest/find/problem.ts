import { redact } from '../../platform/redact.ts';

/** A file, a session or a source that could not be read, while the others were. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
  readonly message: string;
}

/** Whatever was thrown about a file; an error of the file system by its code. */
export function problemOf(path: string, error: unknown): Problem {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { path, reason: 'vanished', message: `${path} went away while it was read.` };
  if (code !== undefined && syscall !== undefined)
    return { path, reason: 'path-unreadable', message: `${path} could not be read (${code}).` };
  return { path, reason: 'reading-failed', message: `${path} could not be read to its end: ${reasonOf(error)}.` };
}

/** The same about a session whose events are all here. */
export function analysisProblem(session: string, error: unknown): Problem {
  return { path: session, reason: 'analysis-failed', message: `${session} was not analysed: ${reasonOf(error)}.` };
}

export function reasonOf(error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
