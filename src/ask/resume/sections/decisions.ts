import type { Event } from '../../../model/event.ts';
import { isAsk } from '../facts/asks.ts';
import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { brief } from '../facts/message-text.ts';

/** The user's decisions, latest first: plans approved, answers given, calls denied, corrections. */
export function decisions(facts: ResumeFacts): OfferedSection {
  const {
    history: { events },
    task: { asks },
  } = facts;
  const shown = new Set(asks.map(({ event }) => event.id));
  const found: { readonly event: Event; readonly text: string }[] = [];
  for (const event of events.toReversed()) {
    const text = shown.has(event.id) ? undefined : settled(event);
    if (text !== undefined && !found.some((other) => other.text === text)) found.push({ event, text });
    if (found.length >= most) break;
  }
  return {
    title: 'Decided',
    lines: found.map(({ event, text }, at): Offered => ({
      text: brief(text, lineRoom(facts)),
      step: event.step ?? event.id,
      worth: 64 - Math.min(24, at * 4),
    })),
  };
}

const most = 12;

function settled(event: Event): string | undefined {
  const { kind, type, summary, tool } = event;
  if (kind === 'decision')
    return type === 'plan_approved'
      ? `Plan approved: ${summary}`
      : type === 'permission_denied'
        ? `Refused: ${summary}`
        : type?.startsWith('permission')
          ? undefined
          : summary;
  if (kind === 'human_intervention' && type === 'rejected') return `The user refused a step: ${summary}`;
  if (kind === 'human_intervention' && type === 'undo') return summary;
  if (kind === 'tool_result' && tool !== null && asksUser.test(tool))
    return `Answered: ${summary.replace(/^User has answered your questions?: /, '')}`;
  const sentence = isAsk(event) ? summary.split(/(?<=[.!?])\s+/).find((each) => correcting.test(each)) : undefined;
  return sentence === undefined ? undefined : `The user said: ${sentence}`;
}

const asksUser = /^(?:ask_?user(?:_?question)?|ask_?followup_?question|question|request_?user_?input)$/i;

/** How people phrase corrections and rules. */
const correcting =
  /^(?:no|nope|don'?t|do not|stop|wait|actually|instead|not|never|always|please don'?t|hold on|revert|undo)\b|\b(?:never|always|must(?: not)?|don'?t (?:use|add|touch|change|commit|push|create)|instead of|rather than|i(?:'d)? prefer|from now on|let'?s (?:not|use|keep|stick))\b/i;
