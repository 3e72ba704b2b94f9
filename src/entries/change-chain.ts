import { findChain } from '../ask/find/find-chain.ts';
import { redacted } from '../ask/redaction/redacted.ts';
import { chainNamed } from '../ask/similar/subject.ts';
import type { Chain } from '../model/chain.ts';
import type { Store } from '../store/store.ts';

/** Records something about a failure of the archive; gives what `record` gave, and the failure as it stands then. */
export async function changeChain<Recorded>(
  store: Store,
  name: string,
  record: (chain: Chain) => Promise<Recorded>,
): Promise<{ readonly recorded: Recorded; readonly chain: Chain }> {
  const known = await chainNamed(store.read, name);
  const recorded = await record(known);
  return { recorded, chain: await findChain(redacted(store.read), known.id) };
}
