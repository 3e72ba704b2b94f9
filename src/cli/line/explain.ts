import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { safeText } from '../text/safe-text.ts';

/** What to write to stderr about an error, and the exit code it means. */
export function explain(error: unknown): { readonly text: string; readonly code: number } {
  const known = error instanceof StemmaError ? error : translated(error);
  if (known) {
    return { text: `stemma: ${safe(known.message)}\n${indented(safe(known.hint))}\n`, code: exitCodeOf(known) };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    text: `stemma: this is a bug in stemma. Please report it with these lines and what \`stemma doctor\` prints.\n${safe(stack)}\n`,
    code: 1,
  };
}

function exitCodeOf({ code }: StemmaError): number {
  if (code === 'bad-argument') return 2;
  return code === 'interrupted' ? 130 : 1;
}

/** Arguments and messages of the file system may contain secrets too. */
function safe(text: string): string {
  return safeText(redact(text));
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}

/** Plain text for errors of the file system. */
function translated(error: unknown): StemmaError | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  const where = path ? ` (${path})` : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StemmaError('disk-full', `The disk is full${where}.`, {
      hint: 'Free some space and run the same command again: it continues where it stopped.',
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StemmaError('path-unreadable', `This file or folder may not be used${where}.`, {
      hint: 'Look at its permissions, or point STEMMA_HOME at a folder of yours.',
      cause: error,
    });
  }
  return undefined;
}
