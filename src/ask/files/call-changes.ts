import type { What } from '../../model/draft.ts';
import type { Session } from '../../model/session.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { toolDoing } from '../../normalise/tools.ts';
import { wholePath } from '../blame/same-file.ts';

/** One change of a call to a file. */
export type CallChange =
  /** The whole file was written. */
  | { readonly is: 'whole'; readonly text: string }
  | { readonly is: 'replacement'; readonly old: string; readonly text: string }
  /** Lines were added at a place that is not known. */
  | { readonly is: 'insertion'; readonly text: string }
  /** A program made it, or the file was moved or deleted: the change itself is not known. */
  | { readonly is: 'unknown' };

/** What a call changed in a file, in order. */
export function changesIn(what: What | null | undefined, whole: string, { cwd }: Session): readonly CallChange[] {
  if (what?.is !== 'call') return [];
  const call = parseCall(what.tool, what.input);
  const isEditor = toolDoing(call.tool) === 'edit';
  return operationsOf(call).flatMap((operation): readonly CallChange[] => {
    if (operation.does !== 'edit' || !isSamePath(wholePath(operation.path, cwd), whole)) return [];
    const { old, text, whole: isWhole } = operation;
    if (isWhole) return [{ is: 'whole', text }];
    if (old !== '') return [{ is: 'replacement', old, text }];
    // Of a command it may be the script that computed the text.
    return isEditor && text !== '' ? [{ is: 'insertion', text }] : [{ is: 'unknown' }];
  });
}

/** Files are found by marks, which cut long paths (memory/errors/marks.ts). */
export function isSamePath(path: string, found: string): boolean {
  return path === found || (found.length >= shortestCut && path.startsWith(found));
}

/** A path that a mark cut is at least so long. */
export const shortestCut = 115;
