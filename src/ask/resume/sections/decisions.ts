import type { Event } from '../../../model/event.ts';
import { isTight, lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { brief } from '../facts/message-text.ts';
import type { Stated } from './found.ts';

/** The user's decisions, latest first: plans approved, answers given, calls denied; then the agent's own. */
export function decisions(facts: ResumeFacts, { decided }: Stated): OfferedSection {
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
    lines: [
      ...found.map(({ event, text }, at): Offered => ({
        text: brief(text, lineRoom(facts)),
        step: event.step ?? event.id,
        worth: 68 - Math.min(24, at * 4),
      })),
      ...decided,
    ],
    share: isTight(facts) ? 0.2 : 0.16,
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
  return undefined;
}

const asksUser = /^(?:ask_?user(?:_?question)?|ask_?followup_?question|question|request_?user_?input)$/i;
