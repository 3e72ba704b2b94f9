import { ownLogsOf, removeLogs } from '../../../../live/own-logs.ts';
import type { SessionUid } from '../../../../model/ids.ts';
import { oneByOne } from '../writer-job.ts';

export interface ForgetArgument {
  readonly sessions: readonly SessionUid[];
}

/** What was removed, and of which sessions nothing is left: looked up after it was done. */
export interface ForgetAnswer {
  readonly forgotten: readonly SessionUid[];
  readonly sessions: number;
  readonly events: number;
  readonly bytes: number;
}

/** Removes sessions for good; also those that are not here are left out from now on. */
export const forgetJob = oneByOne<ForgetArgument, ForgetAnswer>(async ({ store, folder }, { sessions }) => {
  const logs = await ownLogsOf(store.read, folder, sessions);
  const gone = await store.write.forget(sessions);
  await removeLogs(logs);
  const forgotten: SessionUid[] = [];
  for (const uid of sessions) {
    const isLeft =
      (await store.read.session(uid)) !== undefined ||
      (await store.read.filesOf(uid)).length > 0 ||
      !(await store.read.isForgotten(uid));
    if (!isLeft) forgotten.push(uid);
  }
  return { forgotten, ...gone };
});
