import { toForget } from '../../../../ask/archive/to-forget.ts';
import { ownLogsOf, removeLogs } from '../../../../live/own-logs.ts';
import { oneByOne } from '../writer-job.ts';

export interface RetainArgument {
  /** Sessions that ended before this time (ms) are forgotten. */
  readonly before: number;
}

/** What a workspace does not keep any longer is removed as if somebody had asked for it. */
export const retainJob = oneByOne<RetainArgument, { readonly sessions: number }>(
  async ({ store, folder }, argument) => {
    const uids = (await toForget(store.read, { names: [], ...argument })).map(({ uid }) => uid);
    if (uids.length === 0) return { sessions: 0 };
    const logs = await ownLogsOf(store.read, folder, uids);
    const { sessions } = await store.write.forget(uids);
    await removeLogs(logs);
    return { sessions };
  },
);
