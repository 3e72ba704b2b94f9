import { isObject, list, text } from '../platform/parse-records.ts';
import { fieldIn, newTextIn, pathsIn } from './call-input.ts';
import type { ParsedCall } from './parse-call.ts';
import { toolDoing } from './tools.ts';

/** What a call is about, in the agent's own text. */
export interface CallText {
  /** The argument that matters: the command, the file, the pattern, the address. */
  readonly about: string;
  /** More to find it by: its stated purpose, the text it writes. */
  readonly more: string;
}

/** Paths below `cwd` are shown relative to it. */
export function callText({ tool, input, line }: ParsedCall, cwd: string | undefined): CallText {
  const description = fieldIn(input, ['description', 'justification', 'explanation']) ?? '';
  if (line !== undefined && !isScript(tool, input)) return { about: withoutDirectory(line), more: description };

  const paths = pathsIn(input).map((path) => relative(path, cwd));
  switch (toolDoing(tool)) {
    case 'read':
      return { about: paths.join(', ') || generic(input), more: '' };
    case 'search': {
      const pattern = fieldIn(input, ['pattern', 'query', 'regex', 'search_term', 'glob']) ?? '';
      return {
        about: [pattern, paths.join(', ')].filter((part) => part !== '').join(' in ') || generic(input),
        more: fieldIn(input, ['glob', 'include']) ?? '',
      };
    }
    case 'edit':
      return { about: paths.join(', ') || generic(input), more: newTextIn(input) ?? '' };
    case 'web':
      return {
        about: fieldIn(input, ['url', 'query', 'search_query', 'uri']) ?? queries(input) ?? generic(input),
        more: fieldIn(input, ['prompt']) ?? '',
      };
    case 'plan':
      return { about: planText(input), more: '' };
    case 'agent': {
      const kind = fieldIn(input, [
        'subagent_type',
        'agent_type',
        'agent_role',
        'agent',
        'agentName',
        'task_name',
        'name',
      ]);
      const task = fieldIn(input, ['description', 'subject', 'title', 'message', 'prompt', 'task', 'instructions']);
      const about = [kind, task].filter((part) => part !== undefined).join(': ');
      return { about: about || generic(input), more: fieldIn(input, ['prompt', 'message', 'task']) ?? '' };
    }
    case 'vcs':
      return { about: commitText(input) ?? named(input, paths), more: description || generic(input) };
    default:
      return { about: named(input, paths), more: description };
  }
}

function named(input: unknown, paths: readonly string[]): string {
  return [fieldIn(input, ['skill', 'command', 'name']), paths.join(', ')].filter(Boolean).join(' ') || generic(input);
}

/** Forty digits would leave no room for the commit's title. */
function commitText(input: unknown): string | undefined {
  const [hash, message] = [fieldIn(input, ['hash']), fieldIn(input, ['message'])];
  return hash === undefined || message === undefined ? undefined : `${hash.slice(0, 7)} ${message}`;
}

/** `cd /somewhere &&` is about where, not what. */
function withoutDirectory(command: string): string {
  const rest = command.replace(/^\s*cd\s+(?:"[^"]*"|'[^']*'|[^\s;&|]+)\s*(?:&&|;|\n)\s*/, '');
  return rest.trim() === '' ? command : rest;
}

function isScript(tool: string, input: unknown): boolean {
  return toolDoing(tool) === 'script' && typeof input === 'string';
}

function relative(path: string, cwd: string | undefined): string {
  if (cwd !== undefined && cwd.length > 1 && path.startsWith(cwd)) {
    const rest = path.slice(cwd.length).replace(/^[\\/]+/, '');
    if (path.length === cwd.length || /[\\/]/.test(path[cwd.length]!) || /[\\/]$/.test(cwd))
      return rest === '' ? '.' : rest;
  }
  return path.replace(/^(?:\/home|\/Users)\/[^/]+(?=\/|$)/, '~');
}

/** The current task, else the next one. */
function planText(input: unknown): string {
  if (!isObject(input)) return generic(input);
  const items = [...list(input['todos']), ...list(input['plan']), ...list(input['items'])].filter(isObject);
  const isOpen = (state: string) => items.find((item) => item['status'] === state);
  const item = isOpen('in_progress') ?? isOpen('inProgress') ?? isOpen('pending') ?? items.at(-1);
  const of =
    items.length > 1
      ? ` (${items.filter((each) => each['status'] === 'completed' || each['status'] === 'done').length}/${items.length} done)`
      : '';
  const step = fieldIn(item, ['content', 'step', 'title', 'text', 'description', 'task']);
  if (step !== undefined) return `${step}${of}`;
  const task = [fieldIn(input, ['taskId', 'task_id', 'id']), fieldIn(input, ['status'])].filter(Boolean).join(' ');
  return fieldIn(input, ['subject', 'plan', 'title', 'goal', 'explanation']) ?? (task || generic(input));
}

function queries(input: unknown): string | undefined {
  const found = isObject(input)
    ? list(input['queries'])
        .map((query) => text(query))
        .filter(Boolean)
    : [];
  return found.length === 0 ? undefined : found.join(', ');
}

/** The texts of an unknown input, in order. */
function generic(input: unknown): string {
  const parts: string[] = [];
  gather(input, parts, 0);
  return parts.join(' ');
}

function gather(value: unknown, parts: string[], depth: number): void {
  if (parts.length >= 12 || depth > 3) return;
  if (typeof value === 'number') parts.push(String(value));
  else if (typeof value === 'string' && value !== '') parts.push(value.slice(0, depth === 0 ? 600 : 200));
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value).slice(0, 12)) gather(inner, parts, depth + 1);
}
