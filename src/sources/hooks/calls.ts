import { closed, likenessOf, opened, toolName } from './memory.ts';
import { emit, keyOf } from './page.ts';
import type { Page } from './page.ts';
import type { Answer, Call } from './told.ts';

/** A call that starts. */
export function called(page: Page, call: Call): void {
  const { memory, session, at } = page;
  const key = call.id === undefined ? page.lineKey() : `hook:${call.id}`;
  tell(page, key, call, at);
  if (!memory.done.has(key))
    opened(memory, key, {
      session,
      tool: toolName(call.tool),
      likeness: likenessOf(session, call),
      ...(at === undefined ? {} : { at }),
    });
}

/** A call that ended. */
export function answered(page: Page, answer: Answer): void {
  settle(page, answer, true);
}

export function isTold(page: Page, call: Call): boolean {
  const key = keyOf(page, call);
  return key !== undefined && (page.memory.open.has(key) || page.memory.done.has(key));
}

/**
 * Of the calls of one response only those are news that ran into something before they began: unknown tools, bad
 * arguments, refusals.
 */
export function batched(page: Page, answers: readonly Answer[]): void {
  for (const answer of answers) {
    if (answer.id !== undefined && !page.memory.done.has(`hook:${answer.id}`)) settle(page, answer, false);
  }
}

/**
 * The answer tells of its call once more: hooks put in while it ran did not tell of its start, and whoever joins the
 * two to a transcript needs to be told of both at once, for the call may have been read long ago.
 */
function settle(page: Page, answer: Answer, hasRun: boolean): void {
  const { memory, at } = page;
  const name = answer.id === undefined ? page.lineKey() : `hook:${answer.id}`;
  const key = memory.done.get(name) ?? keyOf(page, answer) ?? name;
  const call = memory.open.get(key);
  const measured = call?.at === undefined || at === undefined || call.asked || !hasRun ? undefined : at - call.at;
  const { output, exitCode, status, durationMs = measured } = answer;
  tell(page, key, answer, call?.at ?? (at === undefined ? undefined : at - (durationMs ?? 0)));
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

function tell(page: Page, key: string, { id, tool, input }: Call, at: number | undefined): void {
  emit(page, key, { is: 'call', tool, input: input ?? {} }, { role: 'assistant', native: id, at });
}
