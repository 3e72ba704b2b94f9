import { payloadReader, textOf } from '../../src/ask/event/payload.ts';
import type { Event } from '../../src/model/event.ts';
import type { Session } from '../../src/model/session.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { StoreReader } from '../../src/store/store.ts';

const lastSteps = 30;
const mostPrompts = 40;
const longest = { prompt: 1_200, answer: 400, call: 500, result: 700, message: 700, lastMessage: 4_000 };

/**
 * A session as text for somebody who judges how it ended: every prompt with what was done for it, the last steps, the
 * agent's last words.
 */
export async function renderSession(read: StoreReader, session: Session): Promise<string> {
  const events = await eventsOf(read, session);
  const payload = payloadReader(read, { sources });
  const whole = async (event: Event, most: number): Promise<string> => {
    const what = (await payload(event).catch(() => undefined))?.what;
    return twoEnds(what ? textOf(what) : event.summary, most);
  };

  const lines: string[] = [`AGENT ${session.source}, ${session.steps} steps, ${session.cost.turns} turns`];
  const prompts = events.filter(isPrompt);
  lines.push('', `== WHAT WAS ASKED (${prompts.length} prompts of a person, in order), AND WHAT WAS DONE FOR IT`);
  for (const [at, prompt] of prompts.entries()) {
    if (at === 5 && prompts.length > mostPrompts) lines.push(`… ${prompts.length - mostPrompts} prompts left out …`);
    if (at >= 5 && at < prompts.length - mostPrompts + 5) continue;
    lines.push(`[P${at + 1}] ${await whole(prompt, longest.prompt)}`);
    const after = events.slice(
      events.indexOf(prompt) + 1,
      prompts[at + 1] ? events.indexOf(prompts[at + 1]!) : undefined,
    );
    const answer = after.findLast(isMessage);
    const words = answer ? `, at its end the agent: ${await whole(answer, longest.answer)}` : ', no message';
    lines.push(`    -> ${workText(after)}${at === prompts.length - 1 ? ' (see below)' : words}`);
  }

  const from = startOfLastSteps(events);
  const lastMessage = events.findLast(isMessage);
  lines.push('', `== THE LAST STEPS (from ${from === 0 ? 'the beginning' : 'here on'})`);
  for (const event of events.slice(from)) {
    const at = prompts.indexOf(event);
    if (at >= 0) lines.push(`[P${at + 1}] the person: ${await whole(event, 300)}`);
    else if (isCall(event)) lines.push(`CALL ${event.tool}: ${await whole(event, longest.call)}`);
    else if (event.role === 'tool')
      lines.push(`  ${event.failed ? 'RESULT (failed)' : 'RESULT'}: ${await whole(event, longest.result)}`);
    else if (event.kind === 'assistant_msg' && event !== lastMessage)
      lines.push(`agent: ${await whole(event, longest.message)}`);
    else if (event === lastMessage) lines.push('agent: (its last message, see below)');
    else if (event.kind === 'human_intervention') lines.push(`THE PERSON STEPPED IN: ${await whole(event, 300)}`);
    else if (event.kind === 'error') lines.push(`ERROR OF THE AGENT'S PROGRAM: ${await whole(event, 300)}`);
    else if (event.kind === 'user_msg')
      lines.push(`(text of the program, ${event.origin}): ${await whole(event, 200)}`);
  }
  lines.push('(the record ends here)');

  lines.push('', "== THE AGENT'S LAST MESSAGE");
  lines.push(lastMessage ? await whole(lastMessage, longest.lastMessage) : '(there is none)');
  return `${lines.join('\n')}\n`;
}

async function eventsOf(read: StoreReader, { uid }: Session): Promise<readonly Event[]> {
  const events: Event[] = [];
  for (let after = 0; ; after = events.at(-1)!.seq) {
    const some = await read.bareEvents(uid, { after, limit: 2_000 });
    events.push(...some);
    if (some.length < 2_000) return events;
  }
}

function startOfLastSteps(events: readonly Event[]): number {
  let steps = 0;
  for (let at = events.length - 1; at >= 0; at--) {
    if (isPrompt(events[at]!) || isCall(events[at]!)) steps++;
    if (steps === lastSteps) return at;
  }
  return 0;
}

/** How many calls were made, how many failed, which files were edited. */
function workText(events: readonly Event[]): string {
  const calls = events.filter(isCall);
  const failed = calls.filter((call) => call.failed).length;
  const edited = new Set(
    calls.flatMap(({ marks }) => marks.filter((mark) => mark.startsWith('edit ')).map((mark) => mark.slice(5))),
  );
  const files = [...edited].slice(0, 6).join(', ') + (edited.size > 6 ? ` and ${edited.size - 6} more` : '');
  const stopped = events.some(({ kind, type }) => kind === 'human_intervention' && type === 'interrupt');
  return [
    `${calls.length} calls${failed > 0 ? `, ${failed} failed` : ''}`,
    ...(edited.size > 0 ? [`edited ${files}`] : []),
    ...(stopped ? ['stopped by the person'] : []),
  ].join('; ');
}

function isMessage({ kind, summary }: Event): boolean {
  return kind === 'assistant_msg' && summary !== '';
}

function isPrompt({ kind, origin }: Event): boolean {
  return kind === 'user_msg' && (origin === null || origin === 'human');
}

function isCall({ kind }: Event): boolean {
  return kind === 'tool_call' || kind === 'test_run' || kind === 'edit' || kind === 'retry';
}

/** The beginning and the end of a text: what matters of an output is mostly at its end. */
function twoEnds(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  const half = Math.floor(most / 2);
  return `${trimmed.slice(0, half)} […] ${trimmed.slice(-half)}`;
}
