import { StemmaError } from '../../model/stemma-error.ts';

/** Why a log cannot be written, as an error its user can act on. */
export function writeError(folder: string, cause: unknown): StemmaError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StemmaError('disk-full', `There is no space left to log to ${folder}.`, {
      hint: 'Free some space. What was logged waits in memory, as much as its queue may hold, and is written then.',
      cause,
    });
  }
  return new StemmaError(
    'store-unwritable',
    `What is logged cannot be written to ${folder}${code === undefined ? '' : ` (${code})`}.`,
    {
      hint: 'Point STEMMA_HOME, or the option `home`, at a folder of yours, or correct its permissions. What was logged waits in memory, as much as its queue may hold.',
      cause,
    },
  );
}
