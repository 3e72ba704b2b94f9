import type { Measures, PerformanceAnswer, Work } from '../../../ask/performance/performance.ts';
import { number, plural, short } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { span } from '../../text/when.ts';
import { column, fit, wrap } from '../../text/width.ts';
import { facetNames } from './facets.ts';
import { footer, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';
import { keepHeapSmall } from '../../../platform/keep-heap-small.ts';

export const performanceRenderer: QuestionRenderer<PerformanceAnswer> = {
  examples: [
    { line: 'stemma performance', says: 'the newest session' },
    { line: 'stemma performance claude:3f2a --limit 50', says: 'one session, with more of each' },
    { line: 'stemma performance latest --json', says: 'for a program' },
  ],
  // A session may have a million events, and only their numbers are kept.
  prepare: keepHeapSmall,
  render: renderPerformance,
};

export function renderPerformance(answer: PerformanceAnswer, asked: RenderContext): string {
  const { session, tools, models, subagents, acts } = answer;
  const context = { ...asked, cwd: session.cwd };
  return [
    `${sessionHead(session, context)}${parentLine(session, context)}\n`,
    sums(answer, context),
    works(
      'tool',
      tools.items.map((work) => ({ name: work.tool, work })),
      context,
    ),
    left(tools, 'tool', context),
    works(
      'act',
      acts.map((work) => ({ name: work.act, work })),
      context,
    ),
    models.items.length > 1
      ? block(
          'model',
          models.items.map(({ model, waited_s, tokens }) => [
            model ?? '(not recorded)',
            `waited ${span(waited_s * 1000)}, ${short(tokens.input)} in, ${short(tokens.output)} out`,
          ]),
          context,
        )
      : '',
    block(
      'sub-agent',
      subagents.items.map(({ title, uid, time, calls, tokens }) => [
        title ?? uid,
        `${span(time.span_s * 1000)}, ${plural(calls, 'call')}, ${short(tokens.output)} out`,
      ]),
      context,
    ),
    left(subagents, 'sub-agent', context),
    block(
      'slowest calls',
      answer.slowest.map((step) => [
        `${step.failed ? '✗ ' : ''}${shortPaths(step.summary, context)}`,
        `${step.id.slice(0, 10)}  ${span(step.took_ms)}`,
      ]),
      context,
    ),
    block(
      'longest waits',
      answer.waits
        .slice(0, 5)
        .map(({ for: whom, until, waited_ms }) => [
          `for ${whom === 'person' ? 'you' : 'the model'}, until: ${shortPaths(until.summary, context)}`,
          `${until.id.slice(0, 10)}  ${span(waited_ms)}`,
        ]),
      context,
    ),
    trend(answer, context),
    caveats(answer, context),
  ].join('');
}

function sums({ time, tokens, retries }: PerformanceAnswer, { ink, columns }: RenderContext): string {
  const row = (name: string, value: string): string =>
    wrap(value, columns - 10)
      .map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`)
      .join('');
  const part = (seconds: number, words: string): string[] =>
    seconds > 0 ? [`${span(seconds * 1000)} ${words}${share(seconds, time.span_s)}`] : [];
  return [
    time.span_s > 0
      ? row(
          'time',
          `${span(time.span_s * 1000)}: ${[...part(time.tools_s, 'in tools'), ...part(time.model_s, 'waiting for the model'), ...part(time.person_s, 'waiting for you'), ...part(time.other_s, 'other')].join(', ')}`,
        )
      : '',
    tokens.input + tokens.output + tokens.cache > 0
      ? row(
          'tokens',
          `${short(tokens.input)} in, ${short(tokens.output)} out, ${short(tokens.cache)} through the cache`,
        )
      : '',
    retries.calls > 0
      ? row(
          'retries',
          `${plural(retries.calls, 'call')}, ${span(retries.took_s * 1000)}${
            retries.by_tool.length > 0
              ? `: ${retries.by_tool
                  .slice(0, 3)
                  .map(({ tool, retries: count }) => `${oneLine(tool)} ${number(count)}`)
                  .join(', ')}`
              : ''
          }`,
        )
      : '',
    retries.failed_took_s > 0 ? row('failed', `${span(retries.failed_took_s * 1000)} in calls that failed`) : '',
  ].join('');
}

function works(
  title: string,
  rows: readonly { readonly name: string; readonly work: Work }[],
  { ink, columns }: RenderContext,
): string {
  if (rows.length === 0) return '';
  const names = ['calls', 'failed', 'retries', 'time', 'longest', 'out'];
  const wide = Math.max(12, columns - 9 * names.length);
  const line = (name: string, cells: readonly string[]): string =>
    fit(column(name, wide) + cells.map((cell) => column(cell, 9, 'right')).join(''), columns);
  const body = rows.map(({ name, work: { calls, failed, retries, took_s, longest_ms, tokens } }) =>
    line(oneLine(name), [
      number(calls),
      number(failed),
      number(retries),
      longest_ms === null ? '' : span(took_s * 1000),
      longest_ms === null ? '' : span(longest_ms),
      tokens.output === 0 ? '' : short(tokens.output),
    ]),
  );
  return `\n${[ink.dim(line(title, names)), ...body].map((text) => `${text.trimEnd()}\n`).join('')}`;
}

function block(title: string, rows: readonly (readonly [string, string])[], { ink, columns }: RenderContext): string {
  if (rows.length === 0) return '';
  return `\n${ink.dim(title)}\n${rows.map(([text, words]) => `${column(oneLine(text), Math.max(10, columns - 2 - words.length))}  ${ink.dim(words)}\n`).join('')}`;
}

function left(
  { total, items }: PerformanceAnswer['tools'] | PerformanceAnswer['subagents'],
  what: string,
  context: RenderContext,
): string {
  return total > items.length
    ? footer(`and ${plural(total - items.length, `more ${what}`)}; --limit shows more`, context)
    : '';
}

function trend({ trend: compared }: PerformanceAnswer, context: RenderContext): string {
  if (!compared) return '';
  const { sessions, now, median } = compared;
  const rows: readonly (readonly [string, keyof Measures, (value: number) => string])[] = [
    ['active time', 'wall_clock_s', (value) => span(value * 1000)],
    ['turns', 'turns', number],
    ['steps', 'steps', number],
    ['tokens out', 'output_tokens', short],
    ['retries', 'retries', number],
    ['failures per 100 steps', 'errors_per_100_steps', (value) => value.toFixed(1)],
  ];
  const lines = rows
    .filter(([, name]) => now[name] > 0 || median[name] > 0)
    .map(([words, name, shown]): readonly [string, string] => [
      words,
      `${shown(now[name])}, median ${shown(median[name])}`,
    ]);
  return lines.length === 0
    ? ''
    : block(`compared with the previous ${sessions === 1 ? 'session' : `${sessions} sessions`} here`, lines, context);
}

function caveats({ untimed, not_recorded, session }: PerformanceAnswer, context: RenderContext): string {
  const missing = not_recorded.filter((facet) => facet === 'durations' || facet === 'tokens' || facet === 'times');
  const words = [
    ...(untimed > 0 ? [`The duration of ${plural(untimed, 'call')} is not recorded.`] : []),
    ...(missing.length > 0 ? [`${session.source} does not record ${facetNames(missing)}.`] : []),
  ];
  return words.length === 0 ? '' : `\n${words.map((line) => footer(line, context)).join('')}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : ` (${Math.round((part / whole) * 100)}%)`;
}
