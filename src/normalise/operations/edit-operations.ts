import type { Operation } from '../../model/operation.ts';
import { isObject, list } from '../../platform/parse-records.ts';
import { fieldIn, pathsIn } from '../call-input.ts';
import { blockEdits, isPatch, patchEdits, touched } from './patch-edits.ts';

/** What an editing tool changes: patches, replacements, one or many, and whole files. */
export function editOperations(input: unknown): readonly Operation[] {
  if (typeof input === 'string') return patchEdits(input);
  if (!isObject(input)) return [];
  for (const field of ['input', 'patch', 'patchText', 'patch_text', 'diff', 'command']) {
    const value = input[field];
    const patch =
      typeof value === 'string'
        ? value
        : Array.isArray(value)
          ? value.find((part) => typeof part === 'string' && isPatch(part))
          : undefined;
    if (typeof patch === 'string' && isPatch(patch)) return patchEdits(patch);
  }
  const path = pathOf(input);
  const blocks = fieldIn(input, ['diff', 'content', 'changes']);
  if (path !== undefined && blocks !== undefined && /^[<-]{5,9} SEARCH\b/m.test(blocks.slice(0, 5000))) {
    const edits = blockEdits(path, blocks);
    if (edits.length > 0) return edits;
  }
  const several = ['edits', 'replacements', 'changes', 'operations']
    .map((field) => list(input[field]).filter(isObject))
    .find((items) => items.length > 0);
  if (several) return several.slice(0, 500).flatMap((each) => replacement(pathOf(each) ?? path, each));
  return [...moved(input), ...replacement(path, input)];
}

function replacement(path: string | undefined, input: Readonly<Record<string, unknown>>): readonly Operation[] {
  if (path === undefined) return [];
  const old = fieldIn(input, [
    'old_string',
    'oldString',
    'old_str',
    'oldText',
    'old_text',
    'search',
    'old',
    'target',
    'find',
    'before',
  ]);
  const text = fieldIn(input, [
    'new_string',
    'newString',
    'new_str',
    'newText',
    'new_text',
    'replacement',
    'replace',
    'insert_text',
    'new_source',
    'code',
    'code_edit',
    'changes',
    'text',
    'new',
    'after',
  ]);
  if (old !== undefined) return [{ does: 'edit', path, old, text: text ?? '', whole: false }];
  const content = fieldIn(input, ['content', 'file_text', 'contents', 'fileContent']);
  if (content !== undefined) return [{ does: 'edit', path, old: '', text: content, whole: true }];
  if (text === undefined) return [touched(path)];
  // An empty text to replace is how some tools make a new file.
  const isNew = ['old_string', 'oldString', 'old_str', 'oldText', 'old_text'].some((field) => input[field] === '');
  return [{ does: 'edit', path, old: '', text, whole: isNew }];
}

/** Where a file is moved from; its new place is the path itself. */
function moved(input: Readonly<Record<string, unknown>>): readonly Operation[] {
  return ['source', 'from', 'destination', 'to', 'oldPath', 'newPath', 'old_path', 'new_path'].flatMap((field) => {
    const path = input[field];
    return typeof path === 'string' && path !== '' && path.length < 1000 ? [touched(path)] : [];
  });
}

function pathOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const path = fieldIn(input, [
    'file_path',
    'filePath',
    'path',
    'absolute_path',
    'notebook_path',
    'target_file',
    'filepath',
    'filename',
    'file',
  ]);
  return path ?? pathsIn(input)[0];
}
