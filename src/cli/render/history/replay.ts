import { textOf } from '../../../ask/event/payload.ts';
import type { Replayed, ReplayedCause } from '../../../ask/replay/replay.ts';
import type { ReplaySummary } from '../../../ask/replay/summary.ts';
import type { What } from '../../../model/draft.ts';
import type { Event } from '../../../model/event.ts';
import { number, plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { dayAndTime, span } from '../../text/when.ts';
import { column, fit, width, wrap } from '../../text/width.ts';
import { eventLine } from '../event-line.ts';
import { shortId, shortUid } from '../names.ts';
import type { RenderContext } from '../render-context.ts';
import { sessionHead } from '../session-head.ts';
import { stepPhrase, trust } from './graph.ts';

const mostLines = 12;
const margin = 8;

/**
 * One event of a replay with the line of its file, its cause and, if requested, its content. `before` is the previous
 * event.
 */
export function renderReplayed(
  { event, place, content, causes }: Replayed,
  before: Replayed | undefined,
  context: RenderContext,
): string {
  const { ink, columns } = context;
  const line = eventLine(event, { ...context, columns: columns - margin }).trimEnd();
  const provenance = column(place ? `:${place.line}` : '?', margin - 1, 'right');
  const text = `${newFile(place, before?.place, context)}${padded(line, columns - margin)} ${ink.dim(provenance)}\n`;
  return text + causeLine(causes, event, context) + (content ? block(content, event.id, context) : '');
}

/** `← ev_2r2r8y1 bash npm test, reacted (likely) +1`: the best cause, and how many more there are. */
function causeLine([cause, ...others]: readonly ReplayedCause[], event: Event, context: RenderContext): string {
  if (!cause) return '';
  const indent = context.columns < 70 ? 4 : 24;
  const { step } = cause;
  const elsewhere = step.session === event.session ? '' : ` in ${shortUid(step.session)}`;
  const tail = `, ${trust(cause)}${elsewhere}${others.length > 0 ? ` +${others.length}` : ''}`;
  const room = context.columns - indent;
  const text = fit(`← ${shortId(step.id)} ${stepPhrase(step, context)}`, Math.max(12, room - width(tail)));
  return `${' '.repeat(indent)}${context.ink.dim(fit(text + tail, room))}\n`;
}

/** Counts and times of a session, for `replay --summary`. */
export function renderReplaySummary(answer: ReplaySummary, context: RenderContext): string {
  const { session, events, kinds, tools, truncated, calls, failures } = answer;
  const { ink, columns } = context;
  const row = (name: string, value: string): string =>
    wrap(value, columns - 10)
      .map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`)
      .join('');
  const toolTexts = tools.map(({ tool, calls: times, failed, total_ms }) =>
    [
      `${oneLine(tool)} ×${number(times)}`,
      failed > 0 ? `${number(failed)} failed` : '',
      total_ms === null ? '' : span(total_ms),
    ]
      .filter(Boolean)
      .join(' '),
  );
  return [
    sessionHead(session, context),
    '\n',
    row('events', `${number(events)}: ${kinds.map(({ kind, events: of }) => `${kind} ×${number(of)}`).join(', ')}`),
    tools.length === 0
      ? ''
      : row('tools', `${plural(calls, 'call')}: ${[...toolTexts, ...(truncated ? ['…'] : [])].join(', ')}`),
    row('failures', number(failures)),
    row('time', timeText(answer)),
  ].join('');
}

function timeText({ started_at, ended_at, duration_ms, calls_ms }: ReplaySummary): string {
  if (started_at === null) return 'not recorded';
  const from = `${dayAndTime(started_at)} to ${dayAndTime(ended_at)}`;
  return [from, duration_ms === null ? '' : span(duration_ms), calls_ms === null ? '' : `${span(calls_ms)} in calls`]
    .filter(Boolean)
    .join(', ');
}

function newFile(
  place: Replayed['place'],
  before: Replayed['place'] | undefined,
  { ink, columns }: RenderContext,
): string {
  if (!place || (place.path === before?.path && place.version === before.version)) return '';
  const version = place.version > 0 ? ` (version ${place.version})` : '';
  return wrap(oneLine(`from ${place.path}${version}`), columns)
    .map((line) => `${ink.dim(line)}\n`)
    .join('');
}

/** The content, if it adds something to the event's line. */
function block(content: What, id: string, { ink, columns }: RenderContext): string {
  const bar = `    ${ink.dim('│')} `;
  const lines = wrap(safeText(contentText(content)).replaceAll('\t', '    ').trim(), columns - 6);
  if (lines.length === 1 && lines[0]!.length < columns - 24 - margin) return '';
  const shown = lines.slice(0, mostLines).map((line) => `${bar}${line}`.trimEnd());
  const more = lines.length - mostLines;
  if (more > 0) shown.push(`${bar}${ink.dim(`… ${plural(more, 'more line')}: stemma event ${shortId(id)}`)}`);
  return `${shown.join('\n')}\n`;
}

/** A call as `name: value` lines, easier to read than JSON; a single short line would only repeat the summary. */
function contentText(content: What): string {
  if (content.is !== 'call' || typeof content.input !== 'object' || content.input === null) return textOf(content);
  return Object.entries(content.input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** `column` for text that already has colours: escapes take no room. */
function padded(line: string, columns: number): string {
  return line + ' '.repeat(Math.max(0, columns - width(line.replace(/\x1b\[\d+m/g, ''))));
}
