import type { FailureAnswer } from '../../../ask/failure/failure.ts';
import { renderEventFailure } from './failure-of-event.ts';
import { renderSessionFailures } from './failure-of-session.ts';
import type { RenderContext } from '../render-context.ts';

export function renderFailure(answer: FailureAnswer, context: RenderContext): string {
  return answer.of === 'event' ? renderEventFailure(answer, context) : renderSessionFailures(answer, context);
}
