import type { FailureAnswer } from '../../../ask/failure/failure.ts';
import { renderEventFailure } from './failure-of-event.ts';
import { renderSessionFailures } from './failure-of-session.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';
import { keepHeapTight } from '../../../platform/keep-heap-small.ts';

export const failureRenderer: QuestionRenderer<FailureAnswer> = {
  examples: [
    { line: 'stemma failure', says: 'what mattered in the newest session' },
    { line: 'stemma failure claude:3f2a --limit 20', says: 'more of one session' },
    { line: 'stemma failure ev_7k3m9qa', says: 'one failure, from its root to what it broke' },
    { line: 'stemma failure toolu_01Ab --json', says: "by the agent's own id, for a program" },
  ],
  // A session may have a million events.
  prepare: keepHeapTight,
  session: (answer) => (answer.of === 'event' ? answer.target.step.session : undefined),
  render: renderFailure,
};

export function renderFailure(answer: FailureAnswer, context: RenderContext): string {
  return answer.of === 'event' ? renderEventFailure(answer, context) : renderSessionFailures(answer, context);
}
