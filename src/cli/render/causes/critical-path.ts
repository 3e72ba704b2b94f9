import type { CriticalPathAnswer, CriticalStep } from '../../../ask/critical-path/critical-path.ts';
import { plural } from '../../text/amount.ts';
import { span } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { facetNames } from '../history/facets.ts';
import { stepPhrase } from '../history/graph.ts';
import { shortId } from '../names.ts';
import { footer, sentence } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const criticalPathRenderer: QuestionRenderer<CriticalPathAnswer, { readonly limit?: number }> = {
  examples: [
    { line: 'stemma critical-path', says: 'of the newest session' },
    { line: 'stemma critical-path claude:3f2a --json', says: 'all steps, with the evidence that links them' },
  ],
  flags: {
    limit: { type: 'integer', min: 1, placeholder: 'N', summary: 'Show at most this many steps, the longest (25)' },
  },
  render: (answer, context, { flags: { limit = 25 } }) => renderCriticalPath(answer, context, { limit }),
};

/** The chain in order, with the time of model and tools; of a long chain the longest steps. */
export function renderCriticalPath(
  { session, steps, path_ms, total_ms, untimed, not_recorded, truncated }: CriticalPathAnswer,
  outer: RenderContext,
  { limit = 25 } = {},
): string {
  const context = { ...outer, cwd: session.cwd };
  const { ink, columns } = context;
  let text = sessionHead(session, context) + parentLine(session, context) + '\n';
  const missing = not_recorded.length > 0 ? `${session.source} records no ${facetNames(not_recorded)}; ` : '';
  if (path_ms === 0) return text + sentence(`${missing}no time is known of any step`, context);

  const share =
    total_ms > 0 ? `, ${Math.min(100, Math.round((path_ms / total_ms) * 100))}% of the ${span(total_ms)} active` : '';
  const model = steps.reduce((sum, { model_ms }) => sum + (model_ms ?? 0), 0);
  text += sentence(
    `${plural(steps.length, 'step')} took ${span(path_ms)}${share}: the model ${span(model)}, the calls ${span(path_ms - model)}`,
    context,
  );

  const least = steps.map(timeOf).sort((a, b) => b - a)[limit - 1] ?? 0;
  text += `\n${ink.dim(fit('   model     call', columns))}\n`;
  let folded: CriticalStep[] = [];
  let listed = 0;
  for (const step of steps) {
    if (step.kind === 'call' && (listed === limit || timeOf(step) < least)) folded.push(step);
    else {
      text += fold(folded) + line(step);
      folded = [];
      if (step.kind === 'call') listed += 1;
    }
  }
  text += fold(folded);
  const notes = [
    untimed > 0
      ? `of ${plural(untimed, 'step')} of the session it is not known how long they took${missing ? ` (${session.source} records no ${facetNames(not_recorded)})` : ''}`
      : '',
    truncated ? 'the session has more steps than were looked at' : '',
  ]
    .filter(Boolean)
    .join('; ');
  return notes === '' ? text : `${text}\n${footer(notes, context)}`;

  function line(step: CriticalStep): string {
    const times = `${took(step.model_ms)} ${took(step.took_ms)}`;
    const words = fit(stepPhrase(step, context), columns - times.length - 14);
    const painted = step.failed ? ink.red(words) : step.kind === 'prompt' ? ink.bold(words) : ink.cyan(words);
    return `${times} ${ink.dim(shortId(step.id))} ${step.failed ? ink.failed : ' '} ${painted}\n`;
  }

  function fold(some: readonly CriticalStep[]): string {
    if (some.length === 0) return '';
    const sum = some.reduce((total, step) => total + timeOf(step), 0);
    return `${ink.dim(fit(`${' '.repeat(18)} … ${plural(some.length, 'shorter step')}, ${span(sum)}${some.length > 1 ? ' together' : ''} …`, columns))}\n`;
  }
}

function timeOf({ model_ms, took_ms }: CriticalStep): number {
  return (model_ms ?? 0) + (took_ms ?? 0);
}

function took(ms: number | null): string {
  return (ms === null ? '' : span(ms)).padStart(8);
}
