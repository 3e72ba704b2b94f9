import { closed, likenessOf, opened, toolName } from './memory.ts';
import { emit, keyOf } from './page.ts';
import type { Page } from './page.ts';
import type { HookCall, HookResult } from '../agent/hook-event.ts';

/** A call that starts. */
export function callStarted(page: Page, call: HookCall): void {
  const { memory, session, at } = page;
  const key = call.id === undefined ? page.lineKey() : `hook:${call.id}`;
  emitCall(page, key, call, at);
  if (!memory.done.has(key))
    opened(memory, key, {
      session,
      tool: toolName(call.tool),
      likeness: likenessOf(session, call),
      ...(at === undefined ? {} : { at }),
    });
}

/** A call that ended. */
export function resultArrived(page: Page, result: HookResult): void {
  settle(page, result, true);
}

export function isReported(page: Page, call: HookCall): boolean {
  const key = keyOf(page, call);
  return key !== undefined && (page.memory.open.has(key) || page.memory.done.has(key));
}

/**
 * Of the calls of one response only those are news that ran into something before they began: unknown tools, bad
 * arguments, refusals.
 */
export function resultsOfBatch(page: Page, results: readonly HookResult[]): void {
  for (const result of results) {
    if (result.id !== undefined && !page.memory.done.has(`hook:${result.id}`)) settle(page, result, false);
  }
}

/**
 * The call is emitted once more with its result: hooks installed while it ran did not report its start, and whoever
 * joins the two to a transcript needs both at once, for the call may have been read long ago.
 */
function settle(page: Page, result: HookResult, hasRun: boolean): void {
  const { memory, at } = page;
  const name = result.id === undefined ? page.lineKey() : `hook:${result.id}`;
  const key = memory.done.get(name) ?? keyOf(page, result) ?? name;
  const call = memory.open.get(key);
  const measured = call?.at === undefined || at === undefined || call.asked || !hasRun ? undefined : at - call.at;
  const { output, exitCode, status, durationMs = measured } = result;
  emitCall(page, key, result, call?.at ?? (at === undefined ? undefined : at - (durationMs ?? 0)));
  emit(
    page,
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
  closed(memory, key, name);
}

function emitCall(page: Page, key: string, { id, tool, input }: HookCall, at: number | undefined): void {
  emit(page, key, { is: 'call', tool, input: input ?? {} }, { role: 'assistant', native: id, at });
}
