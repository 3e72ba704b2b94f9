import { name, number, text } from '../../platform/parse-records.ts';
import type { PiContext } from './record-context.ts';
import { readable } from './record.ts';
import { usedIn } from './usage.ts';

/**
 * Results of parallel calls are written one below another when the slowest has ended: each is a child of its own call
 * instead.
 */
export function toolResult(context: PiContext): void {
  const { message } = context.entry;
  const id = name(message['toolCallId']) ?? '';
  const open = context.memory.calls.get(id);
  context.memory.calls.delete(id);
  const output = readable(message['content']);
  const turn = open?.turn ?? context.above.turn;
  context.emit(
    context.key,
    { is: 'result', call: open?.key ?? id, output, status: statusOf(message['isError'], output) },
    {
      role: 'tool',
      parent: open?.key,
      turn,
      // Of a tool that asks a model itself.
      ...usedIn(message['usage']),
      durationMs: number(message['durationMs']),
    },
  );
  context.moveTo({ event: context.key, turn });
}

function statusOf(isError: unknown, output: string): 'ok' | 'failed' | 'interrupted' {
  if (isError !== true) return 'ok';
  return /(?:^|\n)(?:Command|Operation) aborted\s*$/.test(output.slice(-200)) ? 'interrupted' : 'failed';
}

/** `!command`: run by a person. It is not part of the agent's turn. */
export function bashExecution(context: PiContext): void {
  const { key, above, entry } = context;
  const { message } = entry;
  const exitCode = number(message['exitCode']);
  // Before version 2 its parent is not recorded.
  const parent = entry.id === undefined ? undefined : above.event;
  context.emit(
    key,
    { is: 'call', tool: 'bash', input: { command: text(message['command']) ?? '' } },
    { native: context.entry.id, role: 'user', parent },
  );
  context.emit(
    `${key}:result`,
    {
      is: 'result',
      call: key,
      output: text(message['output']) ?? '',
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(message['cancelled'] === true ? { status: 'interrupted' } : {}),
    },
    { role: 'tool', parent: key },
  );
  context.moveTo({ event: key, step: key });
}
