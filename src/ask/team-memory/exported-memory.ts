import type { Chain } from '../../model/chain.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { StoreReader } from '../../store/store.ts';

/** What a team has learned, without its transcripts: failures with what was done about them, and uses of skills. */
export interface TeamMemory {
  readonly format: 1;
  readonly chains: readonly Chain[];
  readonly uses: readonly Invocation[];
  /** Where they happened. */
  readonly sessions: readonly MemorySession[];
  /** There was more; the newest are here. */
  readonly truncated: boolean;
}

export interface MemorySession {
  readonly uid: SessionUid;
  readonly source: string;
  readonly repo: string | null;
}

const maxChains = 5_000;
const maxUses = 5_000;
const page = 500;

/** `read` is redacted. */
export async function exportedMemory(read: StoreReader): Promise<TeamMemory> {
  const chains: Chain[] = [];
  let total = 0;
  for (;;) {
    const next = await read.chains({ kinds: ['real', 'denied'] }, { limit: page, offset: chains.length });
    chains.push(...next.chains);
    total = next.total;
    if (next.chains.length < page || chains.length >= maxChains) break;
  }
  const uses: Invocation[] = [];
  let totalUses = 0;
  for (;;) {
    const next = await read.invocations({}, { limit: page, offset: uses.length });
    uses.push(...next.invocations);
    totalUses = next.total;
    if (next.invocations.length < page || uses.length >= maxUses) break;
  }
  const places = new Map<SessionUid, MemorySession>();
  for (const { session: uid, source, repo } of [...chains.map(({ error }) => error), ...uses])
    if (uid !== null && source !== null) places.set(uid, { uid, source, repo });
  const truncated = total > chains.length || totalUses > uses.length;
  return { format: 1, chains, uses, sessions: [...places.values()], truncated };
}
