import { findSession } from '../../../ask/find/find-session.ts';
import { removeJudgement } from '../../../entries/remove-judgement.ts';
import { shortUid } from '../../render/names.ts';
import type { Run } from '../../run.ts';
import { oneLine } from '../../text/safe-text.ts';

/** Removes the judgement of a session; what was inferred counts again. */
export async function removeRun(run: Run, session: string | undefined): Promise<void> {
  await using store = await run.openToWrite();
  const { uid } = await findSession(store.read, session);
  const answer = await removeJudgement.run({ store, clock: () => run.app.clock() }, { session: uid });
  await run.answer(
    answer,
    () =>
      `removed the judgement of ${shortUid(uid)} by ${oneLine(answer.removed.model)}; what was inferred counts again\n`,
  );
}
