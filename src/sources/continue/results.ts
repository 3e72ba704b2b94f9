import { isObject, list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { ContinueContext } from './record-context.ts';
import { wordsOf } from './record.ts';
import type { Rec } from './record.ts';

type Status = NonNullable<Extract<What, { is: 'result' }>['status']>;

/**
 * The state of a call. `done` says nothing about a command: one that failed without output on stderr is `done` too, and
 * only its output shows it.
 */
export function answered(context: ContinueContext, id: string, call: string, state: Rec, at?: number): void {
  const items = list(state['output']).filter(isObject);
  const content = items
    .map((item) => text(item['content']) ?? '')
    .filter((one) => one !== '')
    .join('\n');
  const status = statusOf(state, content, items);
  if (status === undefined) return;
  const { output, exitCode } = exitOf(content, items);
  // An interrupted or skipped call has no exit code of its own.
  const code = status === 'ok' || status === 'failed' ? exitCode : undefined;
  const isOpen = status === 'ok' && code === undefined && isCommand(state);
  emitResult(
    context,
    call,
    { is: 'result', call, output, ...(code === undefined ? {} : { exitCode: code }), ...(isOpen ? {} : { status }) },
    at,
  );
  if (status !== 'running') context.memory.open.delete(id);
}

/** Older editors write the result of a call as a message of its own. */
export function toolMessage(context: ContinueContext, message: JsonObject): boolean {
  const id = name(message['toolCallId']);
  const call = id === undefined ? undefined : context.memory.open.get(id);
  if (id === undefined || call === undefined) return true;
  context.memory.open.delete(id);
  emitResult(context, call, { is: 'result', call, output: wordsOf(message['content']) });
  return true;
}

function emitResult(context: ContinueContext, call: string, what: What, at?: number): void {
  context.emit(`${call}:result`, what, { role: 'tool', parent: call, at });
  context.memory.above = `${call}:result`;
}

/** None while a call waits, or has nothing to show yet. */
function statusOf({ status }: Rec, content: string, items: readonly JsonObject[]): Status | undefined {
  switch (status) {
    case 'done':
      return items.some((item) => /\brunning in the background\b/.test(text(item['status']) ?? '')) ? 'running' : 'ok';
    case 'errored':
      return /^(?:Permission denied by user|Tool call (?:was )?(?:denied|rejected) by (?:the )?user)/i.test(content)
        ? 'denied'
        : 'failed';
    // Not allowed, or stopped while it ran.
    case 'canceled':
      return content === '' || /\b(?:denied|rejected|cancell?ed) by (?:the )?user\b/i.test(content)
        ? 'denied'
        : 'interrupted';
    case 'calling':
      return content === '' ? undefined : 'running';
    default:
      return undefined;
  }
}

function isCommand({ toolCall }: Rec): boolean {
  return /bash|terminal/i.test(text(object(object(toolCall)['function'])['name']) ?? '');
}

/** `cn` puts the exit code before the output; editors have it separately. */
function exitOf(
  content: string,
  items: readonly JsonObject[],
): { readonly output: string; readonly exitCode?: number } {
  const [before, code] = /^(?:Error executing tool \w{1,40}: )?Error \(exit code (-?\d+)\): ?/.exec(content) ?? [];
  if (before !== undefined) return { output: content.slice(before.length), exitCode: Number(code) };
  const ended = items
    .map((item) => text(item['status']) ?? '')
    .find((one) => /^Command (?:completed|failed)/.test(one));
  const failed = /^Command failed with exit code (-?\d+)/.exec(ended ?? '')?.[1];
  if (failed !== undefined) return { output: content, exitCode: Number(failed) };
  return { output: content, ...(ended === 'Command completed' ? { exitCode: 0 } : {}) };
}
