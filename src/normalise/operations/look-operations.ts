import type { Operation } from '../../model/operation.ts';
import { isObject } from '../../platform/parse-records.ts';
import { fieldIn, pathsIn } from '../call-input.ts';

/** What a tool that reads files shows. Tools that read an editor's list of problems are checks. */
export function lookOperations(tool: string, input: unknown): readonly Operation[] {
  const paths = morePaths(input);
  if (/errors|problems|diagnostics/i.test(tool))
    return [{ does: 'check', kind: 'type', fixes: false, words: [tool], paths }];
  const files = isObject(input) && Array.isArray(input['files']) ? input['files'] : undefined;
  if (files?.some(isObject))
    return files
      .slice(0, 20)
      .flatMap((file) =>
        typeof file === 'string'
          ? [{ does: 'look' as const, path: file }]
          : pathsIn(file).map((path) => look(path, file)),
      );
  return paths.map((path) => look(path, input));
}

function look(path: string, input: unknown): Operation {
  if (!isObject(input)) return { does: 'look', path };
  const view = input['view_range'] ?? input['range'];
  if (Array.isArray(view)) return lines(path, count(view[0]), count(view[1]));
  const from = first(input, [
    'offset',
    'start_line',
    'startLine',
    'start_line_one_indexed',
    'line',
    'startLineNumber',
    'startLineNumberBaseOne',
  ]);
  const to = first(input, [
    'end_line',
    'endLine',
    'end_line_one_indexed_inclusive',
    'endLineNumber',
    'endLineNumberBaseOne',
  ]);
  const limit = first(input, ['limit', 'num_lines', 'maxLines']);
  if (to === undefined && limit !== undefined && limit > 0)
    return lines(path, from ?? 1, Math.max(from ?? 1, 1) + limit - 1);
  // SWE-agent's `goto 583`.
  const line = from ?? count(Number(fieldIn(input, ['text', 'line_number']) ?? Number.NaN));
  return lines(path, line, to);
}

function lines(path: string, from: number | undefined, to: number | undefined): Operation {
  // Some count lines from 0; a negative number counts from the end, whose line is unknown.
  if (from !== undefined && from < 0) return { does: 'look', path };
  return {
    does: 'look',
    path,
    ...(from !== undefined && { from: Math.max(1, from) }),
    ...(to !== undefined && to > 0 && { from: Math.max(1, from ?? 1), to }),
  };
}

function first(input: Readonly<Record<string, unknown>>, fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const value = input[field];
    if (value === undefined) continue;
    const number = count(typeof value === 'string' && value !== '' ? Number(value) : value);
    if (number !== undefined) return number;
  }
  return undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function morePaths(input: unknown): readonly string[] {
  const paths = pathsIn(input);
  if (paths.length > 0 || !isObject(input)) return paths;
  const more = [input['filePaths'], input['include'], input['uri']].flat();
  return more.filter((path) => typeof path === 'string' && path !== '').slice(0, 20) as string[];
}
