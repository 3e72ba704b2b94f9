import { chainName } from '../ask/question/fields.ts';
import type { StoreReader } from '../store/store.ts';

export const at = {
  type: 'time',
  min: 0,
  max: Date.UTC(9999, 11, 31),
  summary: 'When it happened: a date, milliseconds, or text such as 2026-03-02T09:00:00Z; now when absent',
} as const;

/** The failure that an entry is about. */
export const chain = { ...chainName, aliases: ['causalChainId'] } as const;

/** The session of an entry. It need not be in the archive yet. */
export const session = {
  type: 'text',
  max: 400,
  aliases: ['sessionId'],
  nullable: true,
  summary: "The session it happened in: its uid, the agent's own id, or a name of your own",
} as const;

/** Refuses a name that no session can have. */
export async function checkSession(_: StoreReader, { session: name }: { readonly session?: string }): Promise<void> {
  const { refuseBadName } = await import('../ingest/manual/session-of-entry.ts');
  if (name !== undefined) refuseBadName(name);
}

/** Refuses a chain that is not there. */
export async function checkChain(read: StoreReader, { chain: name }: { readonly chain: string }): Promise<void> {
  const { chainNamed } = await import('../ask/similar/subject.ts');
  await chainNamed(read, name);
}
