import type { Clipped } from '../../../../src/types.ts';

/** The input of a call by its kind. */
export type ToolInput =
  | { readonly is: 'change'; readonly path: string | null; readonly changes: readonly Change[]; readonly rest: Rest }
  | { readonly is: 'patch'; readonly text: string; readonly rest: Rest }
  | { readonly is: 'command'; readonly text: string; readonly rest: Rest }
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'text'; readonly text: string };

export interface Change {
  readonly before: string;
  readonly after: string;
}

/** The remaining fields of the input; null for none. */
export type Rest = Readonly<Record<string, unknown>> | null;

const pathNames = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'target_file',
  'filename',
  'file',
];
const beforeNames = ['old_string', 'oldString', 'old_str', 'oldText', 'old_source', 'search'];
const afterNames = ['new_string', 'newString', 'new_str', 'newText', 'new_source', 'replace'];
const contentNames = ['content', 'file_text', 'contents', 'fileContent', 'newContent'];
const commandNames = ['command', 'cmd', 'script'];
const patchNames = ['patch', 'patchText', 'input', 'diff'];

/** Recognises the input of a call. Agents use different field names; anything unknown stays JSON or text. */
export function parseToolInput({ text, json }: Clipped, isEdit: boolean): ToolInput {
  const value = json ? parsed(text) : undefined;
  if (value === undefined) return isPatch(text) ? { is: 'patch', text, rest: null } : { is: 'text', text };
  if (typeof value === 'string')
    return isPatch(value) ? { is: 'patch', text: value, rest: null } : { is: 'text', text: value };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { is: 'json', value };
  const input = value as Readonly<Record<string, unknown>>;
  return patchIn(input) ?? changeIn(input, isEdit) ?? commandIn(input) ?? { is: 'json', value };
}

function changeIn(input: Readonly<Record<string, unknown>>, isEdit: boolean): ToolInput | null {
  const path = textOf(input, pathNames);
  const own = oneChange(input);
  const others = Array.isArray(input['edits'])
    ? input['edits'].flatMap((edit: unknown) =>
        edit !== null && typeof edit === 'object' ? (oneChange(edit as Readonly<Record<string, unknown>>) ?? []) : [],
      )
    : [];
  const content = isEdit && path !== null ? textOf(input, contentNames) : null;
  const changes = own ? [own] : others.length > 0 ? others : content !== null ? [{ before: '', after: content }] : [];
  if (changes.length === 0) return null;
  return {
    is: 'change',
    path,
    changes,
    rest: without(input, [...pathNames, ...beforeNames, ...afterNames, ...contentNames, 'edits']),
  };
}

function oneChange(input: Readonly<Record<string, unknown>>): Change | null {
  const [before, after] = [textOf(input, beforeNames), textOf(input, afterNames)];
  return before !== null && after !== null ? { before, after } : null;
}

function commandIn(input: Readonly<Record<string, unknown>>): ToolInput | null {
  for (const name of commandNames) {
    const value = input[name];
    const argv = Array.isArray(value) && value.every((word) => typeof word === 'string') ? (value as string[]) : null;
    const text = typeof value === 'string' ? value : argv && inShell(argv);
    if (text) return { is: 'command', text, rest: without(input, [name]) };
  }
  return null;
}

/** `["bash", "-lc", "npm test"]` is `npm test`. */
function inShell(argv: readonly string[]): string {
  const [shell = '', flags = '', script, ...more] = argv;
  return /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flags) && script !== undefined && more.length === 0
    ? script
    : argv.join(' ');
}

function patchIn(input: Readonly<Record<string, unknown>>): ToolInput | null {
  for (const name of patchNames) {
    const value = input[name];
    if (typeof value === 'string' && isPatch(value)) return { is: 'patch', text: value, rest: without(input, [name]) };
  }
  return null;
}

function isPatch(text: string): boolean {
  return (
    text.trimStart().startsWith('*** Begin Patch') ||
    (/^(?:---|diff --git) .*\n/m.test(text.slice(0, 2_000)) && /^@@ /m.test(text.slice(0, 20_000)))
  );
}

function textOf(input: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string') return value;
  }
  return null;
}

function without(input: Readonly<Record<string, unknown>>, names: readonly string[]): Rest {
  const rest = Object.entries(input).filter(([name]) => !names.includes(name));
  return rest.length > 0 ? Object.fromEntries(rest) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
