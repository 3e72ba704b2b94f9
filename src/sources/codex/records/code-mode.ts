import { fileURLToPath } from 'node:url';
import { isObject, list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { endingOf } from './endings.ts';
import type { CodexContext, OpenCall } from './memory.ts';
import { promptOf } from './turns.ts';

/**
 * In code mode the model sends one `exec` call with a script, and what the script does is recorded only by items with
 * ids of their own, `exec-<uuid>`. Each becomes a call with its result, below the `exec` call during which it ended.
 */
export function isNested(item: JsonObject): boolean {
  return name(item['id'])?.startsWith('exec-') === true;
}

export function nested(context: CodexContext, payload: JsonObject, item: JsonObject): void {
  const key = name(item['id'])!;
  const turn = text(payload['turn_id']);
  const prompt = promptOf(context.memory, turn);
  const began = number(payload['started_at_ms']);
  const finished = number(payload['completed_at_ms']);
  const { tool, input, output } = nestedCall(item);

  context.emit(
    key,
    { is: 'call', tool, input },
    { native: key, role: 'assistant', parent: outerCall(context, turn) ?? prompt, turn: prompt, at: began },
  );
  context.step(key);
  const { durationMs, ...ending } = endingOf(
    item,
    began !== undefined && finished !== undefined ? finished - began : undefined,
  );
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output, ...ending },
    { role: 'tool', parent: key, turn: prompt, at: finished, durationMs },
  );
}

/** A script that takes too long yields its cell; a later `wait` continues it. */
export function cellYielded(context: CodexContext, key: string, open: OpenCall | undefined, shown: string): void {
  const { cells } = context.memory;
  const cell = /^Script running with cell ID (\S+)/.exec(shown.slice(0, 120))?.[1];
  if (open?.tool === 'exec' && cell !== undefined) cells.set(cell, key);
  if (open?.tool === 'wait' && open.cell !== undefined && cell === undefined) cells.delete(open.cell);
}

/** The only script that can have made the item; nothing names it, so with several at once it is unknown. */
function outerCall(context: CodexContext, turn: string | undefined): string | undefined {
  const { calls, cells } = context.memory;
  const running = new Set<string>();
  for (const [key, call] of calls) {
    if (turn !== undefined && call.turn !== undefined && call.turn !== turn) continue;
    const cell = call.tool === 'wait' && call.cell !== undefined ? cells.get(call.cell) : undefined;
    if (call.tool === 'exec') running.add(key);
    else if (cell !== undefined) running.add(cell);
  }
  // Nobody waits, but a yielded cell keeps running.
  if (running.size === 0) for (const key of cells.values()) running.add(key);
  return running.size === 1 ? [...running][0] : undefined;
}

function nestedCall(item: JsonObject): { tool: string; input: unknown; output: string } {
  switch (item['type']) {
    case 'CommandExecution':
      return {
        tool: 'exec_command',
        input: { cmd: commandOf(item['command']), workdir: pathOf(item['cwd']) },
        output: text(item['aggregated_output']) ?? '',
      };
    case 'FileChange':
      return {
        tool: 'apply_patch',
        input: patchOf(object(item['changes'])),
        output: `${text(item['stdout']) ?? ''}${text(item['stderr']) ?? ''}`,
      };
    case 'CollabAgentToolCall':
      return {
        tool: text(item['tool']) ?? 'agent',
        input: { message: item['prompt'] ?? null, targets: item['receiver_thread_ids'] ?? [] },
        output: json(item['agents_states']),
      };
    case 'McpToolCall':
      return {
        tool: `mcp__${text(item['server']) ?? ''}__${text(item['tool']) ?? ''}`,
        input: item['arguments'] ?? null,
        output: json(item['error'] ?? item['result']),
      };
    default: {
      const { type, id: _, status: __, ...input } = item;
      return { tool: text(item['tool']) ?? text(type) ?? 'unknown', input: item['arguments'] ?? input, output: '' };
    }
  }
}

/** `["/bin/bash", "-lc", "node --test"]` is `node --test` with its shell. */
function commandOf(command: unknown): string {
  const words = list(command).filter((word) => typeof word === 'string');
  return words.length === 3 && /^-[a-z]*c$/.test(words[1]!) ? words[2]! : words.join(' ');
}

function pathOf(cwd: unknown): string | null {
  if (typeof cwd !== 'string') return null;
  if (!cwd.startsWith('file://')) return cwd;
  try {
    return fileURLToPath(cwd);
  } catch {
    return cwd;
  }
}

/** The changes in the format of apply_patch, so that an edit reads the same whichever way it was made. */
function patchOf(changes: JsonObject): string {
  const files = Object.entries(changes).map(([path, value]) => {
    const change = object(value);
    const move = text(change['move_path']);
    if (change['type'] === 'add') return `*** Add File: ${path}\n${prefixed('+', text(change['content']) ?? '')}`;
    if (change['type'] === 'delete') return `*** Delete File: ${path}\n`;
    return `*** Update File: ${path}\n${move ? `*** Move to: ${move}\n` : ''}${text(change['unified_diff']) ?? ''}`;
  });
  return `*** Begin Patch\n${files.join('')}*** End Patch\n`;
}

function prefixed(mark: string, content: string): string {
  return content
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark}${line}\n`)
    .join('');
}

function json(value: unknown): string {
  return typeof value === 'string' ? value : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : '';
}
