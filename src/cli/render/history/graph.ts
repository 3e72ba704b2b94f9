import type { GraphAnswer, GraphStep } from '../../../ask/graph/graph.ts';
import type { Cause } from '../../../ask/walk/step.ts';
import { number } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { clockTime } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { trust as trustIn } from '../causes/because.ts';
import { callPhrase } from '../event-line.ts';
import { shortId } from '../names.ts';
import { footer, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import { everything, type QuestionRenderer } from '../renderer.ts';

export const graphRenderer: QuestionRenderer<GraphAnswer> = {
  examples: [
    { line: 'stemma graph', says: 'the newest session' },
    { line: 'stemma graph codex:0199 --json', says: 'all steps and causes, for a program' },
  ],
  limits: { json: everything },
  render: renderGraph,
};

export function renderGraph({ session, steps, total, truncated, next }: GraphAnswer, outer: RenderContext): string {
  const context = { ...outer, cwd: session.cwd };
  let text = sessionHead(session, context) + parentLine(session, context) + '\n';
  for (const step of steps)
    text += stepLine(step, context) + step.causes.map((cause) => causeLine(cause, context)).join('');
  if (steps.length === 0) text += 'no steps\n';
  if (truncated)
    text += `\n${footer(`${number(steps.length)} of ${number(total)} steps; --after ${next} shows the next, --limit N more at once`, context)}`;
  return text;
}

function stepLine(step: GraphStep, context: RenderContext): string {
  const { ink, columns } = context;
  const text = fit(stepPhrase(step, context), columns - 22);
  const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
  return `${ink.dim(shortId(step.id))} ${ink.dim(clockTime(step.at))} ${step.failed ? ink.failed : ' '} ${painted}\n`;
}

type StepWords = Pick<GraphStep, 'kind' | 'type' | 'tool' | 'summary'> & Partial<Pick<GraphStep, 'origin'>>;

export function stepPhrase(
  { kind, type, tool, summary, origin }: StepWords,
  context: Pick<RenderContext, 'cwd'> = {},
): string {
  const words = shortPaths(summary, context);
  if (kind === 'call') return callPhrase(tool, words);
  if (kind === 'event') return callPhrase(type, words);
  return origin && origin !== 'human' ? `[${origin}] ${words}` : `> ${words}`;
}

function causeLine(cause: Cause, { ink, columns }: RenderContext): string {
  const indent = columns < 70 ? 4 : 24;
  const head = fit(`← ${shortId(cause.step)} ${trust(cause)}`, columns - indent);
  const evidence = fit(oneLine(cause.evidence.join('; ')), columns - indent - head.length - 2);
  return `${' '.repeat(indent)}${painted(cause, head, ink)}${evidence ? `  ${ink.dim(evidence)}` : ''}\n`;
}

function painted({ basis }: Cause, head: string, ink: RenderContext['ink']): string {
  if (basis === 'recorded') return head;
  return basis === 'judged' ? ink.cyan(head) : ink.yellow(head);
}

/** `spawned (recorded)`, `informed (likely)`: recorded and inferred never look alike. */
export function trust({ types, basis, confidence }: Pick<Cause, 'types' | 'basis' | 'confidence'>): string {
  return `${types.join('+')} (${trustIn({ basis, confidence })})`;
}
