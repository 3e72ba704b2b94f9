import type { FailureAnswer } from '../../../ask/failure/failure.ts';
import { renderEventFailure } from './failure-of-event.ts';
import { renderSessionFailures } from './failure-of-session.ts';
import type { Page } from '../page.ts';

export function renderFailure(answer: FailureAnswer, page: Page): string {
  return answer.of === 'event' ? renderEventFailure(answer, page) : renderSessionFailures(answer, page);
}
