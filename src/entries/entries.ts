import { completeInvocation } from './complete-invocation.ts';
import { importMetrics } from './import-metrics.ts';
import { markFailed } from './mark-failed.ts';
import { markResolved } from './mark-resolved.ts';
import { recordErrorEvent } from './record-error-event.ts';
import { recordFixAttempt } from './record-fix-attempt.ts';
import { recordJudgement } from './record-judgement.ts';
import { removeJudgement } from './remove-judgement.ts';
import { trackInvocation } from './track-invocation.ts';

/** Everything a person or a program can enter. */
export const entries = {
  recordErrorEvent,
  recordFixAttempt,
  markResolved,
  markFailed,
  trackInvocation,
  completeInvocation,
  importMetrics,
  recordJudgement,
  removeJudgement,
};
