import type { Judged } from '../../../ask/judge/judged.ts';
import { droppedText } from '../../../ask/judge/read-answers.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { shortUid } from '../names.ts';
import type { RenderContext } from '../render-context.ts';

/** What was kept of a judgement, and how to see it. */
export function renderJudged(judged: Judged, { ink }: Pick<RenderContext, 'ink'>): string {
  const { session, model, calls, causes, stories, outcome, dropped } = judged;
  const left = dropped.unknown_steps + dropped.wrong_order + dropped.malformed;
  const uid = shortUid(session);
  const rows: readonly (readonly [string, string])[] = [
    ['causes', `${number(causes)} for ${plural(calls, 'call')}`],
    ['failures', number(stories)],
    ['outcome', outcome === null ? 'not judged' : `${outcome.what}${outcome.reason && `: ${oneLine(outcome.reason)}`}`],
    ...(left > 0 ? [['left out', droppedText(dropped)] as const] : []),
  ];
  return [
    `judged ${ink.bold(uid)} by ${oneLine(model)}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`),
    ink.dim(`  stemma graph ${uid} shows the causes; stemma judge ${uid} --remove removes them`),
    '',
  ].join('\n');
}
