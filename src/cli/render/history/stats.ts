import { bands } from '../../../ask/stats/numbers.ts';
import { confidenceLevel, confidenceLevels, type ConfidenceLevel } from '../../../model/confidence.ts';
import type { Band, CauseNumbers, Numbers } from '../../../ask/stats/numbers.ts';
import type { StatsAnswer } from '../../../ask/stats/stats.ts';
import { number, plural, short } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { span } from '../../text/when.ts';
import { column, fit, wrap } from '../../text/width.ts';
import { baseName } from '../names.ts';
import { shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const statsRenderer: QuestionRenderer<StatsAnswer> = {
  examples: [
    { line: 'stemma stats', says: 'the whole archive, by agent' },
    { line: 'stemma stats latest', says: 'the newest session' },
    { line: 'stemma stats --repo shop --since 30d --json', says: 'a month of one repository, for a program' },
  ],
  render: renderStats,
};

export function renderStats({ session, children, total, work, agents }: StatsAnswer, context: RenderContext): string {
  const head = session
    ? `${sessionHead(session, context)}${parentLine(session, context)}\n`
    : `${context.ink.bold(plural(total.sessions, 'session'))}\n\n`;
  const table = agents.length > 1 ? `\n${agentTable(agents, context)}` : '';
  const note =
    children === 0
      ? ''
      : `\n${context.ink.dim(`its ${plural(children, 'sub-agent, fork or resume', 'sub-agents, forks and resumes')} are counted on their own`)}\n`;
  return head + rows(total, context) + workRows(work, context) + table + note;
}

function rows(total: Numbers, { ink, columns }: RenderContext): string {
  const { outcomes, steps, prompts, turns, failures, calls, retries, checks, edits, files, tokens, time, causes } =
    total;
  const row = (name: string, value: string): string =>
    wrap(value, columns - 10)
      .map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`)
      .join('');
  const all = tokens.input + tokens.output + tokens.cache;
  return [
    sum(outcomes) > outcomes.unknown ? row('outcomes', outcomeText(outcomes)) : '',
    row(
      'steps',
      `${number(steps)}: ${plural(prompts, 'prompt')}, ${plural(calls.total, 'call')}, in ${plural(turns, 'turn')}`,
    ),
    row(
      'failures',
      `${number(failures.total)}${failures.open > 0 ? `, ${number(failures.open)} open` : ''}; ${plural(retries, 'retry', 'retries')}`,
    ),
    row('checks', `${number(checks.total)} run, ${number(checks.total - checks.failed)} passed`),
    row(
      'edits',
      `${number(edits.total)}${edits.failed > 0 ? `, ${number(edits.failed)} failed` : ''}; ${plural(files, 'file')}`,
    ),
    time.turns_s > 0 ? row('time', timeText(time)) : '',
    all > 0
      ? row(
          'tokens',
          `${short(tokens.input)} in, ${short(tokens.output)} out, ${short(tokens.cache)} through the cache`,
        )
      : '',
    ...causeTexts(causes, total).map((text, at) => row(at === 0 ? 'causes' : '', text)),
  ].join('');
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

function outcomeText(outcomes: Numbers['outcomes']): string {
  const words = Object.entries(outcomes).flatMap(([what, count]) => (count === 0 ? [] : [`${number(count)} ${what}`]));
  return sum(outcomes) === 1 ? words[0]!.slice(2) : words.join(', ');
}

/** The most used files and commands, from the digests. */
function workRows({ files, commands }: StatsAnswer['work'], { ink, columns }: RenderContext): string {
  const block = (name: string, lines: readonly (readonly [string, string])[]): string =>
    lines
      .map(
        (
          [text, words],
          at,
        ) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${column(shortPaths(text, {}), Math.max(10, columns - 12 - words.length))}  ${ink.dim(words)}
`,
      )
      .join('');
  const of = (sessions: number): string => (sessions > 1 ? `, ${number(sessions)} sessions` : '');
  return (
    block(
      'files',
      files
        .slice(0, shownWork)
        .map(({ repo, path, edits, reads, sessions }) => [
          `${repo === null || path.startsWith('/') ? '' : `${baseName(repo)}: `}${path}`,
          `${edits > 0 ? plural(edits, 'edit') : plural(reads, 'read')}${of(sessions)}`,
        ]),
    ) +
    block(
      'commands',
      commands
        .slice(0, shownWork)
        .map(({ command, runs, failed, sessions }) => [
          command,
          `${plural(runs, 'run')}${failed > 0 ? `, ${number(failed)} failed` : ''}${of(sessions)}`,
        ]),
    )
  );
}

const shownWork = 5;

function timeText({ turns_s, tools_s, model_s }: Numbers['time']): string {
  const turns = `${span(turns_s * 1000)} active`;
  return tools_s === null || model_s === null
    ? `${turns}; durations of calls are not recorded`
    : `${turns}: ${span(tools_s * 1000)} in tools, ${span(model_s * 1000)} in the model or waiting`;
}

function causeTexts(
  { edges, by_type, by_basis, by_confidence, per_step, steps_without, calls_without }: CauseNumbers,
  { steps, calls }: Numbers,
): readonly string[] {
  const without = `none found for ${plural(steps_without, 'step')}${share(steps_without, steps)}, including ${plural(calls_without, 'call')}${share(calls_without, calls.total)}`;
  if (edges === 0) return [without];
  const types = Object.entries(by_type)
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, count]) => `${type} ${number(count)}`);
  const levels = confidenceLevels.map((level) => {
    const count = bands.reduce((all, band) => all + (levelOf(band) === level ? by_confidence[band] : 0), 0);
    return `${level} ${number(count)}`;
  });
  return [
    `${number(edges)}, ${per_step.toFixed(1)} per step; ${without}`,
    `recorded ${number(by_basis.recorded)}; ${by_basis.judged > 0 ? `judged ${number(by_basis.judged)}; ` : ''}inferred ${number(by_basis.inferred)}${by_basis.inferred > 0 ? ` (${levels.join(', ')})` : ''}`,
    types.join(', '),
  ];
}

/** A band is named by its lower bound. */
function levelOf(band: Band): ConfidenceLevel {
  return confidenceLevel(Number(band));
}

function agentTable(agents: StatsAnswer['agents'], { ink, columns }: RenderContext): string {
  const names = ['sessions', 'steps', 'failures', 'checks', 'passed', 'edits', 'causes'];
  const wide = Math.max(12, columns - 9 * names.length);
  const line = (name: string, cells: readonly string[]): string =>
    fit(column(name, wide) + cells.map((cell) => column(cell, 9, 'right')).join(''), columns);
  const body = agents.map(({ agent, sessions, steps, failures, checks, edits, causes }) =>
    line(
      oneLine(agent),
      [sessions, steps, failures.total, checks.total, checks.total - checks.failed, edits.total, causes.edges].map(
        (count) => number(count),
      ),
    ),
  );
  return [ink.dim(line('agent', names)), ...body].map((text) => `${text}\n`).join('');
}

function share(part: number, whole: number): string {
  return whole === 0 || part === 0 ? '' : ` (${Math.round((part / whole) * 100)}%)`;
}
