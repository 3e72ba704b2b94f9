import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { keyLines } from '../../../normalise/failures/error-line.ts';
import { toolDoing } from '../../../normalise/tools.ts';
import { isAsk, isRefused } from '../facts/asks.ts';
import { brief } from '../facts/message-text.ts';
import { isTight, type ResumeFacts } from '../facts/resume-facts.ts';
import { commandIn } from '../facts/work.ts';
import type { WrittenPart } from '../facts/written.ts';
import { actionOf } from '../pack/action.ts';
import { gist } from '../pack/gist.ts';
import type { PackLine } from '../pack/line.ts';
import { shortened } from '../pack/shorten.ts';
import { trimCommand } from '../pack/trim-command.ts';
import { withoutFolder } from '../files/shown-path.ts';

/**
 * The end of the transcript, newest first: messages as whole as there is room for, calls with how they ended, looks
 * that followed each other on one line. Whoever fills a pack takes as many as fit.
 */
export function* lastSteps(facts: ResumeFacts, detail = 1): Generator<PackLine> {
  const { history, written, todo, lastAsk } = facts;
  const room = facts.room * detail;
  const texts = new Map<EventId, string>(written.said.map(({ event, text }) => [event.id, text]));
  const results = new Map<EventId, Event>();
  let [messages, thoughts, calls] = [0, 0, 0];
  let before: string | undefined;
  let looks: PackLine | undefined;
  for (const event of history.events.toReversed()) {
    if (isResult(event)) results.set(event.step!, event);
    const text = line(event);
    if (text === undefined) continue;
    if (looks) {
      if (isPlainLook(event) && looks.text.length + text.length < longestLooks) {
        looks = { text: `${text}; ${looks.text}`, step: looks.step };
        continue;
      }
      yield looks;
      looks = undefined;
    }
    if (isPlainLook(event)) looks = { text, step: event.id };
    // Some agents record their last message once more as the end of the turn.
    else if (text !== before) yield { text, step: event.step ?? event.id };
    before = text;
  }
  if (looks) yield looks;

  /** A file that was read, with nothing to tell about it. */
  function isPlainLook(event: Event): boolean {
    return event.step === event.id && event.act === 'read' && !event.failed && results.has(event.id) && detail === 1;
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
      const thought = gist(flat(texts.get(event.id) ?? summary));
      // Some agents keep only that there was one.
      if (thought === '') return undefined;
      thoughts++;
      return `agent thinks: ${brief(thought, room * (thoughts === 1 ? 0.1 : 0.05))}`;
    }
    // The last request stands at the beginning of the pack.
    if (isAsk(event) || kind === 'human_intervention') return `person: ${brief(summary, event === lastAsk ? 60 : 160)}`;
    if (origin === 'compaction') return '(here the conversation was compacted)';
    if (tool !== null && event.step === event.id) {
      // The plan is shown as it stands.
      if (event.act === 'plan' && todo !== undefined && results.has(event.id) && !event.failed) return undefined;
      calls++;
      return `${brief(doing(event, facts), 180)}${ended(event)}`;
    }
    return kind === 'error' && !isResult(event) ? `error: ${brief(summary, 160)}` : undefined;
  }

  function ended(call: Event): string {
    const result = results.get(call.id);
    if (result === undefined) return ' → no result yet';
    const text = written.outputs.get(call.id) ?? result.summary;
    if (isRefused(result.summary)) return ' → refused by the person';
    if (call.failed)
      return text.trim() === ''
        ? ' → failed'
        : ` → failed: ${failureText(text, Math.round(Math.max(240, room * 0.07)))}`;
    // How the last call ended is where the work stands.
    const weight = calls === 1 ? 2 : 1;
    switch (call.act) {
      case 'check':
      case 'shell':
      case 'vcs':
        return text.trim() === '' ? '' : ` → ${lastLines(text, Math.max(120, room * 0.035) * weight)}`;
      case 'agent':
        return ` → ${shortened(text, Math.round(Math.max(160, room * 0.08)))}`;
      case 'search':
        return ` → ${brief(flat(text), Math.max(100, room * 0.025) * weight)}`;
      case 'edit':
        return changed(written.edits.get(call.id) ?? [], isTight(facts) ? 80 : 140);
      case 'read':
        return detail > 1 ? ` → ${brief(flat(text), 60 * detail)}` : '';
      case 'plan':
        return '';
      default:
        return ` → ${brief(flat(text), Math.max(100, room * 0.03) * weight)}`;
    }
  }
}

const longestLooks = 260;

/** A command as it is typed; another call with the agent's name for it, if the same agent continues. */
function doing(call: Event, { isForAnother, history: { session } }: ResumeFacts): string {
  const command = commandIn(call);
  return command !== undefined && toolDoing(call.tool!) === 'command'
    ? `$ ${trimCommand(withoutFolder(command, session))}`
    : isForAnother
      ? actionOf(call.summary)
      : call.summary;
}

/** The first words of what an edit wrote. */
function changed(parts: readonly WrittenPart[], most: number): string {
  const words = flat(parts.map(({ text }) => text).join(' '));
  return words === '' ? '' : `: ${brief(words, most)}`;
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
