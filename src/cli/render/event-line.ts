import type { Event } from '../../model/event.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Ink } from '../text/ink.ts';
import { clockTime, span } from '../text/when.ts';
import { column, fit, width } from '../text/width.ts';
import { shortId } from './names.ts';
import { shortPaths } from './render-context.ts';
import type { RenderContext } from './render-context.ts';

/** One event in one line: id, time, whether it failed, what it was, how long it took. */
export function eventLine(event: Event, context: RenderContext): string {
  const { ink, columns } = context;
  // A result has the duration of its call.
  const took =
    event.duration_ms !== null && event.duration_ms >= 1000 && event.parent !== event.step
      ? span(event.duration_ms)
      : '';
  const left = `${ink.dim(shortId(event.id))} ${ink.dim(clockTime(event.at))} ${event.failed ? ink.failed : ' '} `;
  const room = columns - 22 - (took ? width(took) + 1 : 0);
  const text = took ? column(phrase(event, context), room) : fit(phrase(event, context), room);
  return `${left}${painted(event, text, ink)}${took ? ` ${ink.dim(took)}` : ''}\n`;
}

/** One event as text, without its time and id. */
export function phrase(
  event: Pick<Event, 'kind' | 'tool' | 'summary' | 'origin' | 'type' | 'failed'>,
  context: Pick<RenderContext, 'cwd'> = {},
): string {
  const summary = shortPaths(event.summary, context);
  switch (event.kind) {
    case 'user_msg':
      return event.origin === null || event.origin === 'human' ? `> ${summary}` : `[${event.origin}] ${summary}`;
    case 'assistant_msg':
      return summary;
    case 'thinking':
      return summary === '' ? '(thinking)' : `(thinking) ${summary}`;
    case 'tool_call':
    case 'test_run':
    case 'edit':
    case 'retry':
      return callPhrase(event.tool, summary);
    case 'tool_result':
    case 'error':
      return `  = ${summary === '' ? (event.failed ? 'failed' : 'done') : summary}`;
    case 'human_intervention':
    case 'decision':
    case 'lifecycle':
    case 'completion':
      return `- ${[event.type ?? event.kind, summary].filter(Boolean).join(': ')}`;
  }
}

export function callPhrase(tool: string | null, summary: string): string {
  // Tool names come from the model and may be anything.
  const name = oneLine(tool ?? 'call');
  return summary.startsWith(name) ? summary : `${name} ${summary}`.trim();
}

function painted({ kind, failed, origin }: Event, text: string, ink: Ink): string {
  if (failed) return ink.red(text);
  switch (kind) {
    case 'user_msg':
      return origin === null || origin === 'human' ? ink.bold(text) : ink.dim(text);
    case 'thinking':
    case 'tool_result':
    case 'lifecycle':
      return ink.dim(text);
    case 'error':
      return ink.red(text);
    case 'tool_call':
    case 'test_run':
    case 'edit':
    case 'retry':
      return ink.cyan(text);
    case 'human_intervention':
    case 'decision':
      return ink.yellow(text);
    case 'assistant_msg':
    case 'completion':
      return text;
  }
}
