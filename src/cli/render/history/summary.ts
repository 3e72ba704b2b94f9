import type { SummaryAnswer } from '../../../ask/archive/summary.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { shortly } from '../../text/when.ts';
import { column } from '../../text/width.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { sessionLines } from './sessions.ts';

/** What was found: agents, sessions, events, failures, the last sessions. */
export function renderSummary(
  answer: SummaryAnswer,
  titles: ReadonlyMap<string, string>,
  context: RenderContext,
): string {
  const { ink, now, columns } = context;
  const { agents, recent } = answer;
  const row = columns < 66 ? slimRow : wideRow;
  let text = `${ink.dim(row('agent', 'sessions', 'events', 'failed', '  last active'))}\n`;
  for (const { source, sessions, events, errors, last_event_at } of agents) {
    const line = row(
      titles.get(source) ?? source,
      number(sessions),
      number(events),
      number(errors),
      `  ${shortly(last_event_at, now)}`,
    );
    text += `${line.trimEnd()}\n`;
  }
  if (agents.length > 1)
    text += `${ink.bold(row('all', number(answer.sessions), number(answer.events), number(answer.errors), '').trimEnd())}\n`;
  text += footer(`${bytes(answer.bytes.source)} of history, ${bytes(answer.bytes.store)} in the archive`, context);
  if (recent.length > 0)
    text += `\n${ink.bold(recent.length === 1 ? 'The last session' : `The last ${plural(recent.length, 'session')}`)}\n${sessionLines(recent, context)}`;
  return text;
}

function slimRow(name: string, sessions: string, events: string, failed: string): string {
  return `${column(name, 12)}${column(sessions, 9, 'right')}${column(events, 10, 'right')}${column(failed, 8, 'right')}`;
}

function wideRow(name: string, sessions: string, events: string, failed: string, last: string): string {
  return `${column(name, 16)}${column(sessions, 10, 'right')}${column(events, 12, 'right')}${column(failed, 9, 'right')}${last}`;
}
