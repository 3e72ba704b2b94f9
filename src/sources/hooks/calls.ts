import { closed, likenessOf, opened, toolName } from './memory.ts';
import { emit, keyOf } from './page.ts';
import type { Page } from './page.ts';
import type { Answer, Call } from './told.ts';

/** A call that starts. */
export function called(page: Page, call: Call): void {
  open(page, call);
}

function open(page: Page, call: Call): string {
  const { memory, session, at } = page;
  const key = call.id === undefined ? page.lineKey() : `hook:${call.id}`;
  emit(page, key, { is: 'call', tool: call.tool, input: call.input ?? {} }, { role: 'assistant', native: call.id });
  if (!memory.done.includes(key)) opened(memory, key, { session, tool: toolName(call.tool), likeness: likenessOf(session, call), ...(at === undefined ? {} : { at }) });
  return key;
}

/** A call that ended. Hooks put in while it ran did not tell of its start; then the answer tells of both. */
export function answered(page: Page, answer: Answer): void {
  settle(page, answer, true);
}

function settle(page: Page, answer: Answer, hasRun: boolean): void {
  const { memory, at } = page;
  const told = keyOf(page, answer);
  const isKnown = told !== undefined && (memory.open.has(told) || memory.done.includes(told));
  const key = isKnown ? told : open(page, answer);
  const call = isKnown ? memory.open.get(key) : undefined;
  const measured = call?.at === undefined || at === undefined || call.asked || !hasRun ? undefined : at - call.at;
  const { output, exitCode, status, durationMs = measured } = answer;
  emit(
    page,
    `${key}:result`,
    { is: 'result', call: key, output, ...(exitCode === undefined ? {} : { exitCode }), ...(status === undefined ? {} : { status }) },
    { role: 'tool', parent: key, durationMs },
  );
  closed(memory, key);
}

/** Of the calls of one response only those are news that ran into something before they began: unknown tools, bad arguments, refusals. */
export function batched(page: Page, answers: readonly Answer[]): void {
  for (const answer of answers) {
    if (answer.id !== undefined && !page.memory.done.includes(`hook:${answer.id}`)) settle(page, answer, false);
  }
}
