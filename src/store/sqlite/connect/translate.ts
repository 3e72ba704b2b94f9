import { StemmaError } from '../../../model/stemma-error.ts';

/**
 * An error of SQLite or the file system, as a message a person can act on. Anything unknown is a bug and
 * stays as it is.
 */
export function translate(error: unknown, path: string): unknown {
  if (error instanceof StemmaError) return error;
  const { errcode, code } = error as { readonly errcode?: number; readonly code?: string };

  if (isFull(errcode, code)) {
    return new StemmaError('disk-full', `The disk that holds ${path} is full; nothing of this step was kept.`, {
      hint: 'Free some space and run the command again: it goes on where it stopped.',
      cause: error,
    });
  }
  // The low byte is the kind of error, the rest is its origin.
  switch (errcode === undefined ? code : errcode & 0xff) {
    case busy:
    case locked:
      return storeBusy(path, error);
    case corrupt:
    case notADatabase:
      return new StemmaError('store-damaged', `The store ${path} is damaged: ${(error as Error).message}.`, {
        hint: 'It was left as it is. `stemma doctor --repair` saves what can be read of it; or restore a backup made with `stemma backup`.',
        cause: error,
      });
    case ioError:
      return new StemmaError(
        'store-unwritable',
        `The disk refused to read or write ${path}; nothing of this step was kept.`,
        {
          hint: 'It may be over a quota, failing, or gone. Once it works, run the command again: it goes on where it stopped.',
          cause: error,
        },
      );
    case readOnly:
    case cannotOpen:
    case noPermission:
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'EISDIR':
    case 'ENOTDIR':
    case 'EEXIST':
      return storeUnwritable(path, error);
    default:
      return error;
  }
}

export function storeBusy(path: string, cause?: unknown): StemmaError {
  return new StemmaError('store-busy', `Another process is writing to ${path}.`, {
    hint: 'Wait until it is done and try again.',
    cause,
  });
}

export function storeUnwritable(path: string, cause?: unknown): StemmaError {
  return new StemmaError('store-unwritable', `The store ${path} cannot be opened or written.`, {
    hint: 'Check its owner and permissions, or set STEMMA_HOME to a folder of your own.',
    cause,
  });
}

const noPermission = 3;
const busy = 5;
const locked = 6;
const readOnly = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;
// SQLite reports a disk too full for its shared-memory file as an I/O error of its own.
const sharedMemoryCannotGrow = 4874;

function isFull(errcode: number | undefined, code: string | undefined): boolean {
  return (
    errcode === sharedMemoryCannotGrow ||
    (errcode !== undefined && (errcode & 0xff) === full) ||
    code === 'ENOSPC' ||
    code === 'EDQUOT'
  );
}
