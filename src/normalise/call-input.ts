import { isObject, list, text } from '../platform/parse-records.ts';
import { toolDoing } from './tools.ts';
import { joinWords } from './shell/parse-command-line.ts';

/** The command line a call gives to a shell; undefined for tools that take none. */
export function commandLine(tool: string, input: unknown): string | undefined {
  switch (toolDoing(tool)) {
    case 'command':
      return commandIn(input);
    case 'script':
      return typeof input === 'string' ? scriptCommands(input) : (commandIn(input) ?? scriptCommands(scriptIn(input)));
    default:
      return undefined;
  }
}

/** The files a call names, as it names them. */
export function pathsIn(input: unknown): readonly string[] {
  const patch = patchIn(input);
  if (patch !== undefined) return patchedFiles(patch);
  if (!isObject(input)) return [];
  for (const field of pathFields) {
    const value = input[field];
    if (typeof value === 'string' && value !== '') return [value];
    if (Array.isArray(value)) {
      const paths = value.flatMap((item) => (typeof item === 'string' ? [item] : isObject(item) ? pathsIn(item) : []));
      if (paths.length > 0) return paths.slice(0, 20);
    }
  }
  return [];
}

/** The text of a patch, where the call is one. */
export function patchIn(input: unknown): string | undefined {
  const patch =
    typeof input === 'string'
      ? input
      : isObject(input)
        ? (text(input['input']) ?? text(input['patch']) ?? text(input['patchText']) ?? text(input['diff']))
        : undefined;
  return patch !== undefined && /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/m.test(patch.slice(0, 2000))
    ? patch
    : undefined;
}

/** The first of these fields that holds a text. */
export function fieldIn(input: unknown, fields: readonly string[]): string | undefined {
  if (!isObject(input)) return undefined;
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The text an edit inserts; undefined when it only removes. */
export function newTextIn(input: unknown): string | undefined {
  const patch = patchIn(input);
  if (patch !== undefined) return addedLines(patch.slice(0, 4000));
  const direct = fieldIn(input, [
    'new_string',
    'newString',
    'new_str',
    'newText',
    'content',
    'file_text',
    'contents',
    'new_source',
    'replacement',
    'insert_text',
    'text',
  ]);
  if (direct !== undefined || !isObject(input)) return direct;
  return newTextIn(list(input['edits'])[0]);
}

const pathFields = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'target_file',
  'filename',
  'file',
  'filepath',
  'relative_path',
  'dir_path',
  'directory',
  'paths',
  'files',
  'file_paths',
  'edits',
];

function commandIn(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  if (Array.isArray(input)) return joined(input);
  if (!isObject(input)) return undefined;
  for (const field of ['command', 'cmd', 'commands', 'script', 'commandLine', 'CommandLine', 'argv']) {
    const value = input[field];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return joined(value);
  }
  return undefined;
}

/** A list is one command and its arguments, unless its items are whole commands, as some agents send them. */
function joined(items: readonly unknown[]): string {
  const words = items.map((item) => (typeof item === 'string' ? item : (fieldIn(item, ['command', 'cmd']) ?? '')));
  const [shell, flag, script] = words;
  if (words.length === 3 && /(?:^|[\\/])(?:bash|sh|zsh)$/.test(shell!) && /^-[a-z]*c$/.test(flag!)) return script!;
  const areLines = words.length > 0 && words.every((word) => /^\S+\s+\S/.test(word));
  return areLines ? words.join('\n') : joinWords(words);
}

/** The command lines that a code-mode script passes to its tools. */
function scriptCommands(script: string): string | undefined {
  const lines: string[] = [];
  const head = script.slice(0, 20_000);
  for (const [, , line] of head.matchAll(/\b(?:cmd|command)["']?\s*:\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g))
    lines.push(line!.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'));
  if (/\bapply_patch\(/.test(head)) lines.push('apply_patch');
  return lines.length === 0 ? undefined : lines.join('\n');
}

function scriptIn(input: unknown): string {
  return fieldIn(input, ['input', 'code', 'source']) ?? '';
}

function patchedFiles(patch: string): readonly string[] {
  const files = new Set<string>();
  // A patch inside a script has its line ends escaped.
  for (const [, file] of patch.matchAll(/\*\*\* (?:Add|Update|Delete) File: ([^\n\\]+)/g))
    if (files.size < 20) files.add(file!.trim());
  return [...files];
}

function addedLines(patch: string): string {
  return patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
    .join('\n');
}
