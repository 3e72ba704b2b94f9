import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { keyLines } from '../../../normalise/failures/error-line.ts';
import { isAsk, isRefused } from '../facts/asks.ts';
import { brief } from '../facts/message-text.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import type { PackLine } from '../pack/line.ts';
import { shortened } from '../pack/shorten.ts';

/**
 * The end of the transcript, newest first: messages as whole as there is room for, calls with how they ended. Whoever
 * fills a pack takes as many as fit.
 */
export function* lastSteps({ history, written, room }: ResumeFacts): Generator<PackLine> {
  const texts = new Map<EventId, string>(written.said.map(({ event, text }) => [event.id, text]));
  const results = new Map<EventId, Event>();
  let [messages, thoughts] = [0, 0];
  let before: string | undefined;
  for (const event of history.events.toReversed()) {
    if (isResult(event)) results.set(event.step!, event);
    const text = line(event);
    // Some agents record their last message once more as the end of the turn.
    if (text !== undefined && text !== before) yield { text, step: event.step ?? event.id };
    before = text ?? before;
  }

  function line(event: Event): string | undefined {
    const { kind, tool, summary, origin } = event;
    if (kind === 'assistant_msg' || kind === 'completion') {
      messages++;
      // The last words are what people read first.
      const most = messages === 1 ? room * 0.4 : messages === 2 ? room * 0.12 : room * 0.06;
      return `agent: ${shortened(texts.get(event.id) ?? summary, Math.round(Math.max(160, most)))}`;
    }
    if (kind === 'thinking') {
      thoughts++;
      return `agent thinks: ${brief(flat(texts.get(event.id) ?? summary), room * (thoughts === 1 ? 0.12 : 0.05))}`;
    }
    if (isAsk(event) || kind === 'human_intervention') return `person: ${brief(summary, 160)}`;
    if (origin === 'compaction') return '(here the conversation was compacted)';
    if (tool !== null && event.step === event.id) return `${brief(summary, 180)}${ended(event)}`;
    return kind === 'error' && !isResult(event) ? `error: ${brief(summary, 160)}` : undefined;
  }

  function ended(call: Event): string {
    const result = results.get(call.id);
    if (result === undefined) return ' → no result yet';
    const text = written.outputs.get(call.id) ?? result.summary;
    if (isRefused(result.summary)) return ' → refused by the person';
    if (call.failed) return ` → failed: ${failureText(text, Math.round(Math.max(200, room * 0.06)))}`;
    switch (call.act) {
      case 'check':
      case 'shell':
      case 'vcs':
        return text.trim() === '' ? '' : ` → ${lastLines(text, Math.max(120, room * 0.04))}`;
      case 'agent':
        return ` → ${shortened(text, Math.round(Math.max(160, room * 0.08)))}`;
      case 'search':
        return ` → ${brief(flat(text), Math.max(100, room * 0.02))}`;
      case 'edit':
        return changed(written.edits.get(call.id) ?? '');
      case 'read':
      case 'plan':
        return '';
      default:
        return ` → ${brief(flat(text), Math.max(100, room * 0.03))}`;
    }
  }
}

/** The first words of what an edit wrote. */
function changed(text: string): string {
  const words = flat(text);
  return words === '' ? '' : `: ${brief(words, 140)}`;
}

function isResult({ kind, step, id }: Event): boolean {
  return (kind === 'tool_result' || kind === 'error') && step !== null && step !== id;
}

/** The lines that name a failure, and how the output ends: what is named first may have been survived. */
function failureText(text: string, most: number): string {
  if (text.length <= most) return text.trim();
  const end = lastLines(text, most * 0.4);
  const lines = keyLines(text, 3).filter((line) => !end.includes(line));
  return `${brief(lines.join(' / '), most * 0.6)}${lines.length > 0 && !end.startsWith('…') ? ' … ' : ' '}${end}`.trimStart();
}

/** How an output ends: programs sum up there. */
function lastLines(text: string, most: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const taken: string[] = [];
  let left = most;
  for (const line of lines.toReversed()) {
    if (line.length > left && taken.length > 0) break;
    taken.unshift(brief(line.trim(), left));
    left -= line.length + 3;
    if (left <= 0) break;
  }
  return `${taken.length < lines.length ? '… ' : ''}${taken.join(' / ')}`;
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
