import type { Operation } from '../../model/operation.ts';
import { isObject, list, text } from '../../platform/parse-records.ts';
import { fieldIn, pathsIn } from '../call-input.ts';
import { parseCall, type ParsedCall } from '../parse-call.ts';
import { codePatches } from './code-patches.ts';
import { editOperations } from './edit-operations.ts';
import { lookOperations } from './look-operations.ts';
import { scriptOperations } from '../shell/script-operations.ts';
import { isPatch, patchEdits } from './patch-edits.ts';
import { commandOperations } from '../shell/command-operations.ts';
import { toolDoing } from '../tools.ts';

export type { Operation } from '../../model/operation.ts';

/**
 * What a call does, piece by piece, whichever agent made it. Linear in the length of the input, bounded in number, and
 * never throws: an input that no tool would accept is `other`.
 */
export function operationsOf(call: ParsedCall): readonly Operation[] {
  return ofCall(call, 0);
}

function ofCall(call: ParsedCall, depth: number): readonly Operation[] {
  const operations = known(call, depth);
  return operations.length > 0 ? operations : [{ does: 'other', text: textsIn(call.input) }];
}

function known(call: ParsedCall, depth: number): readonly Operation[] {
  const { tool, input } = call;
  const doing = toolDoing(tool);
  switch (doing) {
    case 'command':
      return commandOperations(call);
    case 'script':
      return codeOperations(call);
    case 'read':
      return lookOperations(tool, input);
    case 'search':
      return searchOperations(tool, input);
    case 'edit':
      return fieldIn(input, ['command']) === 'view' ? lookOperations(tool, input) : editOperations(input);
    case 'check': {
      const kind = /test/i.test(tool) ? 'test' : 'lint';
      return [{ does: 'check', kind, fixes: false, words: [tool], paths: pathsIn(input) }];
    }
    case 'vcs':
      return [
        {
          does: 'vcs',
          verb: lastName(tool).replace(/^git_/, ''),
          paths: pathsIn(input),
          words: [],
          text: textsIn(input),
        },
      ];
    case 'web': {
      const target =
        fieldIn(input, ['url', 'query', 'search_query', 'uri', 'q', 'prompt', 'description']) ??
        textsOf(input, ['urls', 'queries']);
      return target === '' ? [] : [{ does: 'fetch', target }];
    }
    case 'plan':
      return [{ does: 'plan', text: textsIn(input) }];
    case 'agent': {
      const task = [
        fieldIn(input, ['description', 'title']),
        fieldIn(input, ['prompt', 'message', 'task', 'objective', 'instructions', 'systemPrompt']),
      ].filter((part) => part !== undefined);
      return task.length === 0 ? [] : [{ does: 'delegate', text: task.join('\n') }];
    }
    case 'shell': {
      const code = typeof input === 'string' ? input : fieldIn(input, ['code']);
      return code === undefined ? [] : scriptOperations(code, [tool]);
    }
    default:
      return depth < 2 ? bundled(input, depth) : [];
  }
}

/** Calls inside a call: several tools at once. */
function bundled(input: unknown, depth: number): readonly Operation[] {
  if (!isObject(input)) return [];
  return [...list(input['invocations']), ...list(input['tool_uses']), ...list(input['tool_calls'])]
    .slice(0, 40)
    .flatMap((call) => {
      const tool = fieldIn(call, ['tool_name', 'recipient_name', 'name', 'tool']);
      return tool === undefined || !isObject(call)
        ? []
        : ofCall(parseCall(tool, call['input'] ?? call['parameters'] ?? call['arguments']), depth + 1);
    });
}

/** Code mode: a script that passes command lines and patches to tools. */
function codeOperations(call: ParsedCall): readonly Operation[] {
  const { tool, input } = call;
  const code = typeof input === 'string' ? input : fieldIn(input, ['input', 'code', 'source']);
  const patches = code === undefined ? [] : codePatches(code).flatMap(patchEdits);
  const commands = commandOperations(call).filter((each) => !(each.does === 'run' && each.words[0] === 'apply_patch'));
  if (patches.length + commands.length > 0) return [...patches, ...commands];
  return code === undefined ? [] : [{ does: 'run', words: [tool], paths: [] }];
}

function searchOperations(tool: string, input: unknown): readonly Operation[] {
  if (isPatchOf(input)) return editOperations(input);
  const paths = pathsIn(input);
  const pattern =
    fieldIn(input, [
      'pattern',
      'query',
      'regex',
      'search_term',
      'glob',
      'file_name',
      'glob_pattern',
      'symbolName',
      'symbol',
    ]) ?? textsOf(input, ['queries', 'patterns']);
  const within = paths.length === 0 ? [undefined] : paths;
  const isList = listers.test(lastName(tool).replace(/[^A-Za-z]/g, ''));
  return within.map((path): Operation => {
    const at = path === undefined ? {} : { path };
    if (isList) return { does: 'list', ...at, ...(pattern !== '' && { pattern }) };
    return { does: 'search', pattern, ...at };
  });
}
const listers =
  /^(?:builtin)?(?:ls|list|listdir|listdirectory|listfiles|directorytree|glob|globsearch|globtool|fileglobsearch|filesearch|findfiles?|find|viewsubdirectory|listmcpresources|searchfiles)$/i;

function isPatchOf(input: unknown): boolean {
  return typeof input === 'string' && isPatch(input);
}

/** The tool's own name without the server it belongs to. */
function lastName(tool: string): string {
  return tool.slice(tool.lastIndexOf('__') + 1).replace(/^_/, '');
}

function textsOf(input: unknown, fields: readonly string[]): string {
  if (!isObject(input)) return '';
  return fields
    .flatMap((field) => list(input[field]).map((item) => text(item) ?? ''))
    .filter((each) => each !== '')
    .slice(0, 20)
    .join('\n');
}

/** All texts of an input in their order, names of fields left out. */
function textsIn(input: unknown): string {
  if (typeof input === 'string') return input.slice(0, longestText);
  const parts: string[] = [];
  gather(input, parts, 0);
  return parts.join('\n').slice(0, longestText);
}
const longestText = 20_000;

function gather(value: unknown, parts: string[], depth: number): void {
  if (parts.length >= 200 || depth > 5) return;
  if (typeof value === 'number') parts.push(String(value));
  else if (typeof value === 'string' && value !== '') parts.push(value.slice(0, longestText));
  else if (typeof value === 'object' && value !== null)
    for (const key in value) gather((value as Record<string, unknown>)[key], parts, depth + 1);
}
