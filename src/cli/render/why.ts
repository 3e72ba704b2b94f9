import type { LineageLink } from '../../ask/lineage.ts';
import type { StepElsewhere } from '../../ask/step.ts';
import type { WhyAnswer, WhyCause } from '../../ask/why.ts';
import { oneLine } from '../text/harmless.ts';
import { dayAndTime } from '../text/when.ts';
import { fit, fitMiddle, width, wrap } from '../text/width.ts';
import { stepPhrase, trust } from './graph.ts';
import { shortId, shortUid } from './names.ts';
import { footer } from './page.ts';
import type { Page } from './page.ts';

/** The target, then its causes as a story: each below the step it led to, strongest first. Where it stands comes last, and apart. */
export function renderWhy({ target, causes, roots, truncated, lineage }: WhyAnswer, page: Page): string {
  const { ink, columns } = page;
  let text = headline(target.step, page, '');
  text += `${ink.dim(`${fitMiddle(oneLine(target.step.session), columns - 19)} · ${dayAndTime(target.step.at)}`)}\n\n`;
  if (causes.length === 0) return `${text}no cause is known of this step itself\n${context(target.step, lineage, page)}`;

  const below = new Map<string, WhyCause[]>();
  for (const cause of causes) below.set(cause.via.effect, [...(below.get(cause.via.effect) ?? []), cause]);
  text += story(target.step, below, page, '');
  if (roots.length > 0) text += `\n${ink.dim(fit(`began with ${roots.slice(0, 5).map(({ id }) => shortId(id)).join(', ')}`, columns))}\n`;
  if (truncated) text += footer(`the ${causes.length} strongest causes; there are weaker ones (--limit N)`, page);
  return text + context(target.step, lineage, page);
}

function context(target: StepElsewhere, lineage: readonly LineageLink[], page: Page): string {
  if (lineage.length === 0) return '';
  const { ink, columns } = page;
  const words = { turn: 'in the turn of', spawned: 'spawned by', continued: 'goes on from' };
  let text = `\n${ink.dim('where it stands (context only)')}\n`;
  let session = target.session;
  for (const { relation, step } of lineage) {
    const elsewhere = step.session === session ? '' : ` (in ${shortUid(step.session)})`;
    const head = `  ${words[relation].padEnd(15)}${shortId(step.id)} `;
    const aside = columns < 70 ? '' : elsewhere;
    text += `${ink.dim(head + fit(stepPhrase(step), columns - head.length - width(aside)) + aside)}\n`;
    session = step.session;
  }
  return text;
}

function story(effect: StepElsewhere, below: ReadonlyMap<string, readonly WhyCause[]>, page: Page, indent: string): string {
  const { ink, columns } = page;
  let text = '';
  for (const { step, via } of below.get(effect.id) ?? []) {
    const link = `${indent}because ${trust(via)}`;
    const elsewhere = step.session === effect.session ? '' : ` in ${shortUid(step.session)}`;
    const words = fit(via.basis === 'inferred' && via.confidence < 0.5 ? `${link}, a guess` : link, columns);
    const painted = via.basis === 'recorded' ? ink.green(words) : via.confidence < 0.5 ? ink.dim(words) : ink.yellow(words);
    text += `${painted}${ink.dim(fit(elsewhere, columns - width(words)))}\n`;
    for (const evidence of via.evidence.slice(0, 3)) {
      text += wrap(oneLine(evidence), columns - indent.length - 4).slice(0, 2).map((line) => `${indent}    ${ink.dim(line)}\n`).join('');
    }
    text += headline(step, page, `${indent}  `);
    // A very deep chain would leave no room to read.
    text += story(step, below, page, indent.length < 24 ? `${indent}  ` : indent);
  }
  return text;
}

function headline(step: StepElsewhere, { ink, columns }: Page, indent: string): string {
  const text = fit(stepPhrase(step), columns - indent.length - 11 - (step.failed ? 2 : 0));
  const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
  return `${indent}${ink.dim(shortId(step.id))} ${step.failed ? `${ink.failed} ` : ''}${painted}\n`;
}
