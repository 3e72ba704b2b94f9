import { findSession } from '../../../ask/find/find-session.ts';
import { judgePlan, type JudgePlan } from '../../../ask/judge/plan.ts';
import { redacted } from '../../../ask/redaction/redacted.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Run } from '../../run.ts';

export interface JudgedSession {
  /** Its name; the newest when absent. */
  readonly session: string | undefined;
  readonly budget: number;
}

/** The questions about a session. Redacted whatever the flags: they leave this machine. */
export async function planOf(run: Run, { session: name, budget }: JudgedSession): Promise<JudgePlan> {
  await using archive = await run.openArchive();
  const read = redacted(archive.read);
  const session = await findSession(read, name);
  const plan = await judgePlan(read, session, { sources: await run.app.sources(), budget });
  if (plan.windows.length > 0) return plan;
  throw new StemmaError('bad-argument', `${session.uid} has no calls to judge.`, {
    hint: '`stemma sessions` lists sessions with their steps.',
  });
}
