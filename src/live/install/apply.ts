import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { replaceFile } from '../replace-file.ts';
import { bytesOf, isSame } from './change.ts';
import type { Change } from './change.ts';
import type { FileOutcome, Outcome } from './outcome.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Writes the file's new content. Returns the folders that had to be created, outermost first. */
export function apply({ path, from, to, mode }: Change): readonly string[] {
  if (isSame(from, to)) return [];
  if (!isSame(from, bytesOf(path))) {
    throw new StemmaError('would-overwrite', `${path} was changed by someone else just now.`, {
      hint: 'It was left as it is. Run the same command again.',
    });
  }
  if (to === undefined) {
    rmSync(path, { force: true });
    return [];
  }
  const missing = missingFolders(dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, to, mode);
  return missing;
}

/** Removes folders created for files, the innermost first, if they are empty. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Not empty, or gone.
    }
  }
}

export function outcomeOf({ path, from, to }: Change, backup: string | null): FileOutcome {
  const shown = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('utf8');
  const change = isSame(from, to)
    ? 'unchanged'
    : from === undefined
      ? 'created'
      : to === undefined
        ? 'removed'
        : 'changed';
  return { path, change, backup, diff: unifiedDiff(path, shown(from), shown(to)) };
}

/** An error with one agent must not affect the others. A bug is still thrown. */
export function failure(error: unknown): NonNullable<Outcome['error']> {
  if (error instanceof StemmaError) return { code: error.code, message: error.message, hint: error.hint };
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) throw error;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  return {
    code: isFull ? 'disk-full' : 'path-unreadable',
    message: isFull ? `The disk is full (${path}).` : `This file or folder may not be used (${path}): ${code}.`,
    hint: isFull
      ? 'Free some space and run the same command again.'
      : 'Look at its permissions, then run the same command again.',
  };
}

function missingFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  return missing;
}
