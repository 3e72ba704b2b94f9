import type { EventAnswer } from '../../../ask/event/event.ts';
import { textOf } from '../../../ask/event/payload.ts';
import type { Cause } from '../../../ask/walk/step.ts';
import { number } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { clockTime, dayAndTime, span } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { phrase } from '../event-line.ts';
import { stepPhrase, trust } from './graph.ts';
import { shortId } from '../names.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const eventRenderer: QuestionRenderer<EventAnswer> = {
  examples: [
    { line: 'stemma event ev_7k3m9qa', says: 'fields, links, content' },
    { line: 'stemma event ev_7k3m9qa --raw | jq .', says: "the agent's own record" },
  ],
  details:
    'With --raw, and without --json, the line is printed byte for byte as the agent wrote it: secrets, escapes and all.',
  render: renderEvent,
};

/** Everything about one event, with its content and its original line. */
export function renderEvent(answer: EventAnswer, context: RenderContext): string {
  const { event, session, step, turn, causes, effects, place, content, line, evicted } = answer;
  const { ink, columns } = context;
  const head = fit(phrase(event).trim(), columns - (event.failed ? 2 : 0));
  let text = `${event.failed ? `${ink.failed} ${ink.red(head)}` : ink.bold(head)}\n\n`;
  const row = (name: string, value: string | null | undefined) => {
    if (!value) return;
    const lines = name === 'read from' ? wrap(oneLine(value), columns - 10) : [fit(oneLine(value), columns - 10)];
    for (const [at, line] of lines.entries()) text += `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`;
  };

  row('id', event.id);
  row('native id', event.native_id);
  row('session', `${session.uid}${session.title ? `  ${session.title}` : ''}`);
  row(
    'at',
    `${dayAndTime(event.at)}${event.at ? clockTime(event.at).slice(5) : ''}${event.duration_ms === null ? '' : `, took ${span(event.duration_ms)}`}`,
  );
  row(
    'kind',
    [
      event.kind,
      event.act && `act ${event.act}`,
      event.type && `type ${event.type}`,
      event.role && `role ${event.role}`,
      event.origin && `origin ${event.origin}`,
      event.failed && 'FAILED',
    ]
      .filter(Boolean)
      .join(' · '),
  );
  row('tool', event.tool);
  row('position', `event ${event.seq} of its session`);
  row('read from', place && `${place.path}:${place.line}${place.version > 0 ? ` (version ${place.version})` : ''}`);
  row(
    'tokens',
    event.tokens &&
      `${number(event.tokens.input)} in, ${number(event.tokens.output)} out, cache ${number(event.tokens.cache_read)} read ${number(event.tokens.cache_write)} written`,
  );
  row('in turn', turn && `${shortId(turn.id)} ${stepPhrase(turn)}`);
  for (const other of step) row('with', `${shortId(other.id)} ${other.failed ? 'FAILED ' : ''}${phrase(other).trim()}`);
  for (const cause of causes) row('because', link(cause));
  for (const effect of effects) row('led to', link(effect));

  if (evicted) return `${text}\n${ink.dim('Its content was evicted from the archive.')}\n`;
  if (content) text += `\n${block(textOf(content), columns)}`;
  if (!content && line !== null)
    text += `\n${block(typeof line === 'string' ? line : JSON.stringify(line, null, 2), columns)}`;
  return text;
}

function link({ step, evidence, ...edge }: Cause): string {
  return `${shortId(step)} ${trust(edge)} ${evidence.join('; ')}`;
}

function block(text: string, columns: number): string {
  return wrap(safeText(text).replaceAll('\t', '    '), columns - 2)
    .map((line) => `  ${line}`.trimEnd() + '\n')
    .join('');
}
