import type { DigestAnswer } from '../../../ask/digest/digest.ts';
import type { Digest, Listed } from '../../../model/digest.ts';
import type { Session } from '../../../model/session.ts';
import type { Outcome } from '../../../model/words.ts';
import { number, plural, short } from '../../text/amount.ts';
import { money } from '../../text/money.ts';
import { oneLine } from '../../text/safe-text.ts';
import { span } from '../../text/when.ts';
import { column, fit, wrap } from '../../text/width.ts';
import { shortId, shortUid } from '../names.ts';
import { footer, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';
import { keepHeapTight } from '../../../platform/keep-heap-small.ts';

export const digestRenderer: QuestionRenderer<DigestAnswer> = {
  examples: [
    { line: 'stemma digest', says: 'the newest session' },
    { line: 'stemma digest claude:3f2a', says: 'any other' },
    { line: 'stemma digest codex:0199 --json', says: 'for a program' },
  ],
  // A session may have a million events, each needed only briefly.
  prepare: keepHeapTight,
  render: renderDigest,
};

/** A session on one screen, with the first items of every list. */
export function renderDigest({ session, digest }: DigestAnswer, outer: RenderContext): string {
  const context = { ...outer, cwd: session.cwd };
  const { ink, columns } = context;
  const room = columns - margin;
  const line = (id: string, text: string): string =>
    `${ink.dim(shortId(id))} ${fit(shortPaths(text, context), room - 11)}`;
  /** Up to two lines: a sentence cut in the middle says little. */
  const lines = (id: string, text: string): readonly string[] =>
    twoLines(shortPaths(text, context), room - idRoom).map((each, at) =>
      at === 0 ? `${ink.dim(shortId(id))} ${each}` : `${' '.repeat(idRoom)}${each}`,
    );
  const {
    outcome,
    asks,
    files,
    commands,
    delivered,
    decisions,
    errors,
    skills,
    subagents,
    left_open,
    findings,
    last_messages: messages,
  } = digest;
  const sections = [
    block(
      'outcome',
      wrap(
        session.running ? 'running' : `${outcome.what}: ${shortPaths(outcome.reason, context)}${judgedText(outcome)}`,
        room,
      ).map((text, at) => (at === 0 ? paintedOutcome(outcome.what, text, context) : text)),
      context,
    ),
    block(
      'asked',
      some(
        asks,
        4,
        ({ step, text, answer }) => [
          ...lines(step, text),
          ...answered(answer === messages?.[0]?.text ? undefined : answer, context),
        ],
        context,
      ),
      context,
    ),
    block(
      'last said',
      (messages ?? []).slice(0, 3).flatMap(({ step, text }) => lines(step, text)),
      context,
    ),
    block(
      'open',
      some(left_open, 5, ({ what, step, text }) => lines(step, `${what}: ${text}`), context),
      context,
    ),
    block(
      'delivered',
      some(delivered, 3, ({ step, text }) => [line(step, text)], context),
      context,
    ),
    block(
      'decided',
      some(decisions, 5, ({ step, text, by }) => lines(step, by === 'agent' ? `(agent) ${text}` : text), context),
      context,
    ),
    block(
      'found',
      some(
        findings ?? none,
        6,
        ({ step, text, what }) => lines(step, what === 'vain' ? `(in vain) ${text}` : text),
        context,
      ),
      context,
    ),
    block(
      'files',
      some(files, 6, (file) => [fileLine(file, context)], context),
      context,
    ),
    block(
      'commands',
      some(commands, 4, (command) => [commandLine(command, context)], context),
      context,
    ),
    block(
      'errors',
      some(errors, 4, (error) => [errorLine(error, context)], context),
      context,
    ),
    block('cost', wrap(costText(session, digest), room), context),
    block('used', wrap(skillWords(skills), room), context),
    block(
      'agents',
      some(subagents, 3, (agent) => [agentLine(agent, context)], context),
      context,
    ),
  ];
  const gone =
    session.watermarks.evicted === null
      ? ''
      : `\n${footer('the original files were evicted; this summary is kept', context)}`;
  return `${sessionHead(session, context)}${parentLine(session, context)}\n${sections.join('')}${gone}`;
}

const margin = 11;
/** What an id and the space behind it take. */
const idRoom = 11;
const none = { total: 0, items: [] };

function twoLines(text: string, room: number): readonly string[] {
  const [first, second, third] = wrap(text, room);
  if (first === undefined) return [''];
  if (second === undefined) return [first];
  return [first, third === undefined ? second : fit(`${second} ${third}`, room)];
}

function answered(answer: string | undefined, context: RenderContext): readonly string[] {
  if (answer === undefined) return [];
  const room = context.columns - margin - idRoom;
  return twoLines(`→ ${shortPaths(answer, context)}`, room).map(
    (each) => `${' '.repeat(idRoom)}${context.ink.dim(each)}`,
  );
}

function block(name: string, lines: readonly string[], { ink }: RenderContext): string {
  if (lines.length === 0 || (lines.length === 1 && lines[0] === '')) return '';
  return lines.map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(margin))}${line}`.trimEnd() + '\n').join('');
}

/** The first few items, and the number of the rest. */
function some<Item>(
  { total, items }: Listed<Item>,
  most: number,
  linesOf: (item: Item) => readonly string[],
  { ink }: RenderContext,
): readonly string[] {
  const shown = items.slice(0, most);
  const rest = total - shown.length;
  return [...shown.flatMap(linesOf), ...(rest > 0 && shown.length > 0 ? [ink.dim(`and ${number(rest)} more`)] : [])];
}

export function paintedOutcome(what: Outcome, text: string, { ink }: Pick<RenderContext, 'ink'>): string {
  switch (what) {
    case 'success':
      return ink.green(text);
    case 'failed':
      return ink.red(text);
    case 'partial':
    case 'abandoned':
      return ink.yellow(text);
    case 'unknown':
      return text;
  }
}

function costText({ cost }: Session, { cost: { models } }: Digest): string {
  const { wall_clock_s, turns, retries, usd, usd_is_exact } = cost;
  const sum = ({ input, output, cache_read, cache_write }: Digest['cost']['models'][number]): number =>
    input + output + cache_read + cache_write;
  const all = cost.input_tokens + cost.output_tokens + cost.cache_tokens;
  const named =
    models.length > 1
      ? ` (${models
          .slice(0, 3)
          .map((each) => `${oneLine(each.model ?? 'unnamed')} ${short(sum(each))}`)
          .join(', ')})`
      : '';
  return [
    plural(turns, 'turn'),
    wall_clock_s > 0 ? `${span(wall_clock_s * 1000)} active` : '',
    retries > 0 ? plural(retries, 'retry', 'retries') : '',
    all > 0 ? `${short(all)} tokens${named}` : '',
    usd ? money(usd, { isExact: usd_is_exact }) : '',
  ]
    .filter((words) => words !== '')
    .join(', ');
}

function fileLine({ path, edits, reads }: Digest['files']['items'][number], context: RenderContext): string {
  const words = [edits > 0 ? plural(edits, 'edit') : '', reads > 0 ? plural(reads, 'read') : '']
    .filter((each) => each !== '')
    .join(', ');
  return beside(shortPaths(path, context), words, context);
}

function commandLine(
  { command, runs, failed, ended }: Digest['commands']['items'][number],
  context: RenderContext,
): string {
  const words = [
    runs > 1 ? `${number(runs)} times` : '',
    runs > 1 && failed > 0 ? (failed === runs ? 'all failed' : `${number(failed)} failed`) : '',
    ended === 'failed' && failed < runs ? 'also the last' : '',
    runs === 1 && failed > 0 ? 'failed' : '',
  ];
  return beside(
    shortPaths(command, context),
    words.filter((each) => each !== '').join(', '),
    context,
    ended === 'failed',
  );
}

function errorLine(
  { sample, count, resolved, kind, last }: Digest['errors']['items'][number],
  context: RenderContext,
): string {
  const state =
    kind !== 'real' ? kind : resolved === count ? 'resolved' : resolved > 0 ? `${number(resolved)} resolved` : '';
  const words = [count > 1 ? `${number(count)} times` : '', state].filter((each) => each !== '').join(', ');
  return `${context.ink.dim(shortId(last))} ${beside(shortPaths(sample, context), words, { ...context, columns: context.columns - 11 }, state === '')}`;
}

function skillWords({ total, items }: Digest['skills']): string {
  const words = items.map(
    ({ what, name, uses, failed }) =>
      `${what === 'command' || what === 'manual' ? '' : `${what} `}${oneLine(name)}${uses > 1 ? ` ${number(uses)} times` : ''}${failed > 0 ? ` (${number(failed)} failed)` : ''}`,
  );
  return [...words, ...(total > items.length ? [`and ${number(total - items.length)} more`] : [])].join(', ');
}

function agentLine({ session, title, returned }: Digest['subagents']['items'][number], context: RenderContext): string {
  return beside(
    `${oneLine(title ?? '(no title)')}  ${context.ink.dim(shortUid(session))}`,
    returned ? '' : 'did not return',
    context,
  );
}

/** A text, and details of it aligned to the right. */
function beside(text: string, words: string, { ink, columns }: RenderContext, isBad = false): string {
  const room = columns - margin;
  if (words === '') return fit(text, room);
  const paint = isBad ? ink.red : ink.dim;
  return `${column(text, Math.max(10, room - words.length - 2))}  ${paint(words)}`;
}

function judgedText({ judged }: Digest['outcome']): string {
  return judged ? ` (judged by ${oneLine(judged.model)})` : '';
}
