import { likenessOf, toolName } from './memory.ts';
import type { HookContext } from './record-context.ts';
import type { HookCall, HookResult } from '../agent/hook-event.ts';

/** A call that starts. */
export function callStarted(context: HookContext, call: HookCall): void {
  const { memory, session, at } = context;
  const key = call.id === undefined ? context.key : `hook:${call.id}`;
  emitCall(context, key, call, at);
  if (!memory.done.has(key))
    memory.open.set(key, {
      session,
      tool: toolName(call.tool),
      likeness: likenessOf(session, call),
      ...(at === undefined ? {} : { at }),
    });
}

/** A call that ended. */
export function resultArrived(context: HookContext, result: HookResult): void {
  settle(context, result, true);
}

export function isReported(context: HookContext, call: HookCall): boolean {
  const key = context.keyOf(call);
  return key !== undefined && (context.memory.open.has(key) || context.memory.done.has(key));
}

/**
 * Of the calls of one response only those are new that failed before they ran: unknown tools, bad arguments, refusals.
 */
export function resultsOfBatch(context: HookContext, results: readonly HookResult[]): void {
  for (const result of results) {
    if (result.id !== undefined && !context.memory.done.has(`hook:${result.id}`)) settle(context, result, false);
  }
}

/**
 * The call is emitted once more with its result: hooks installed while it ran did not report its start, and joining it
 * to a transcript needs both at once, since the call may have been read long ago.
 */
function settle(context: HookContext, result: HookResult, hasRun: boolean): void {
  const { memory, at } = context;
  const name = result.id === undefined ? context.key : `hook:${result.id}`;
  const key = memory.done.get(name) ?? context.keyOf(result) ?? name;
  const call = memory.open.get(key);
  const measured = call?.at === undefined || at === undefined || call.asked || !hasRun ? undefined : at - call.at;
  const { output, exitCode, status, durationMs = measured } = result;
  emitCall(context, key, result, call?.at ?? (at === undefined ? undefined : at - (durationMs ?? 0)));
  context.emit(
    `${key}:result`,
    {
      is: 'result',
      call: key,
      output,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(status === undefined ? {} : { status }),
    },
    { role: 'tool', parent: key, durationMs },
  );
  memory.close(key, name);
}

function emitCall(context: HookContext, key: string, { id, tool, input }: HookCall, at: number | undefined): void {
  context.emit(key, { is: 'call', tool, input: input ?? {} }, { role: 'assistant', native: id, at });
}
