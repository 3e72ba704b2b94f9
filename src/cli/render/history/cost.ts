import type { CostAnswer, CostGroup } from '../../../ask/cost/cost.ts';
import type { CostBlock } from '../../../ask/cost/blocks.ts';
import type { BudgetSpent } from '../../../ask/cost/budget.ts';
import type { CostNumbers } from '../../../ask/cost/numbers.ts';
import { plural, short } from '../../text/amount.ts';
import type { Ink } from '../../text/ink.ts';
import { oneLine } from '../../text/safe-text.ts';
import { money } from '../../text/money.ts';
import { span } from '../../text/when.ts';
import { column, fit, wrap } from '../../text/width.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const costExamples: QuestionRenderer<CostAnswer>['examples'] = [
  { line: 'stemma cost', says: 'everything, by model' },
  { line: 'stemma cost latest', says: 'the newest session, its sub-agents one by one' },
  { line: 'stemma cost latest --by turn', says: 'its turns, the most expensive first' },
  { line: 'stemma cost --by day --since 30d', says: 'a month, day by day' },
  { line: 'stemma cost --by month --timezone UTC', says: 'month by month, as others count them' },
  { line: 'stemma cost --by block --since 2d', says: 'blocks of five hours, with what the active one will cost' },
  { line: 'stemma cost --check', says: 'for CI: exit code 1 when the budget is spent' },
  { line: 'stemma cost --by repo --agent codex --json', says: 'what Codex cost where, for a program' },
];

export function renderCost(answer: CostAnswer, context: RenderContext): string {
  const { session, total } = answer;
  const head = session ? `${sessionHead(session, context)}${parentLine(session, context)}\n` : '';
  if (all(total) === 0 && total.usd === 0) return head + sentence('No tokens or cost recorded.', context);
  return `${head}${summary(answer, context)}\n${table(answer, context)}${active(answer, context)}${more(answer, context)}${caveats(answer, context)}`;
}

function summary({ total, budget }: CostAnswer, { ink, columns }: RenderContext): string {
  const { sessions, turns, retries, wall_clock_s } = total;
  const row = (name: string, value: string): string =>
    wrap(value, columns - 10)
      .map((line, at) => `${ink.dim((at === 0 ? name : '').padEnd(10))}${line}\n`)
      .join('');
  return (
    row('cost', costText(total)) +
    (budget === null ? '' : row('budget', budgetText(budget, ink))) +
    row(
      'tokens',
      `${short(total.input_tokens)} in, ${short(total.output_tokens)} out, ${short(total.cache_read_tokens)} read from the cache, ${short(total.cache_write_tokens)} written to it`,
    ) +
    (sessions === null
      ? ''
      : row(
          'work',
          [
            plural(sessions, 'session'),
            plural(turns ?? 0, 'turn'),
            plural(retries ?? 0, 'retry', 'retries'),
            ...(wall_clock_s ? [`${span(wall_clock_s * 1000)} active`] : []),
          ].join(', '),
        ))
  );
}

/** The cost, who reported it, and the share of tokens without a price. */
function costText(total: CostNumbers): string {
  const { usd, usd_is_exact, usd_recorded, usd_computed, unpriced_tokens } = total;
  if (usd === null) return 'unknown: not recorded by the agent, and no price for these models';
  const whose =
    usd_recorded > 0 && usd_computed > 0
      ? `${money(usd_recorded)} recorded by agents, ${money(usd_computed)} at list prices`
      : usd_recorded > 0
        ? 'recorded by agents'
        : 'at list prices';
  const without = unpriced_tokens > 0 ? `; no price for ${share(unpriced_tokens, all(total))} of the tokens` : '';
  return `${money(usd, { isExact: usd_is_exact })} ${usd_recorded > 0 && usd_computed > 0 ? `(${whose})` : whose}${without}`;
}

function budgetText({ usd, per, spent_usd: spent, spent_is_exact: isExact, state }: BudgetSpent, ink: Ink): string {
  const when = per === 'day' ? 'today' : `this ${per}`;
  const text = `${money(spent, { isExact })} of ${money(usd)} spent ${when} (${share(spent, usd)})`;
  if (state === 'within') return text;
  return ink[state === 'over' ? 'red' : 'yellow'](
    state === 'over' ? `${text}: ${money(spent - usd)} over` : `${text}: nearly spent`,
  );
}

/** What the block that is running has used so far, and how it will end. */
function active({ groups }: CostAnswer, { ink, columns, now }: RenderContext): string {
  const group = groups.find(({ block }) => block?.is_active);
  if (group?.block === undefined) return '';
  const { to, usd_per_hour: rate, tokens_per_minute: speed, projected_usd: projected } = group.block;
  const left = `the active block ends in ${span(Date.parse(to) - now)}`;
  const pace =
    rate === null || speed === null || projected === null
      ? ''
      : `; ${money(rate)} an hour, ${short(Math.round(speed))} tokens a minute, ${money(projected)} at its end if it goes on so`;
  return `\n${wrap(left + pace, columns)
    .map((line) => `${ink.dim(line)}\n`)
    .join('')}`;
}

function table({ groups, by, timezone }: CostAnswer, { ink, columns }: RenderContext): string {
  const names = ['in', 'out', 'cache read', 'write', 'cost'];
  const wide = Math.max(14, columns - 52);
  const line = (name: string, cells: readonly string[]): string =>
    fit(column(name, wide) + cells.map((cell, at) => column(cell, at === 2 ? 12 : 10, 'right')).join(''), columns);
  const body = groups.map((group) =>
    line(nameOf(group, timezone), [
      short(group.input_tokens),
      short(group.output_tokens),
      short(group.cache_read_tokens),
      short(group.cache_write_tokens),
      money(group.usd, { isExact: group.usd_is_exact }),
    ]),
  );
  return [ink.dim(line(by, names)), ...body].map((text) => `${text.trimEnd()}\n`).join('');
}

function nameOf({ name, title, parent, block }: CostGroup, timezone: string): string {
  if (block) return `${blockName(block, timezone)}${block.is_active ? ' now' : ''}`;
  if (title === undefined) return oneLine(name ?? '(not recorded)');
  const relation = parent
    ? { subagent: 'sub-agent: ', fork: 'fork: ', resume: 'resumed: ', compaction: 'compacted: ' }[parent.relation]
    : '';
  return `${relation}${oneLine(title ?? name ?? '')}`;
}

/** `2026-11-16 09:00–14:00` */
function blockName({ from, to }: CostBlock, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return `${format.format(Date.parse(from))}–${format.format(Date.parse(to)).slice(-5)}`;
}

function more({ groups_total, groups, next }: CostAnswer, context: RenderContext): string {
  return next === null
    ? ''
    : footer(`${plural(groups.length, 'line')} of ${groups_total}; --after ${next} shows the next`, context);
}

function caveats({ total, prices: { date, missing, notes } }: CostAnswer, context: RenderContext): string {
  const lines = [
    ...(total.usd_computed > 0 ? [`List prices of ${date}.`] : []),
    ...(missing.length > 0
      ? [
          `No price for ${missing
            .slice(0, 5)
            .map(({ model, tokens }) => `${oneLine(model ?? 'unknown models')} (${short(tokens)} tokens)`)
            .join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`,
        ]
      : []),
    ...notes.slice(0, 5).map(({ model, note }) => `${oneLine(model)}: ${note}`),
  ];
  return lines.length === 0 ? '' : `\n${lines.map((line) => footer(line, context)).join('')}`;
}

function all({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens }: CostNumbers): number {
  return input_tokens + output_tokens + cache_read_tokens + cache_write_tokens;
}

function share(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  return percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
}
