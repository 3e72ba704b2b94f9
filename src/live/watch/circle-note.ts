import { eventRef } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { lastSolved, pastOf } from '../advice/past-failures.ts';
import { loopText } from '../advice/wording.ts';
import type { Circle } from './circles.ts';

/** The note about a loop; none when the call only asked, or was refused. */
export async function circleNote(
  read: Pick<StoreReader, 'chain' | 'chains'>,
  { call, times }: Circle,
  now: number,
): Promise<string | undefined> {
  const { tree, event } = eventRef(call)!;
  const failed = await read.chain({ tree, chain: event });
  if (failed?.error.kind !== 'real') return undefined;
  const { fingerprint, marks } = failed.error;
  return loopText(
    { times, worked: null },
    { advice: undefined, solved: lastSolved(await pastOf(read, fingerprint, now), marks) },
    now,
  );
}
