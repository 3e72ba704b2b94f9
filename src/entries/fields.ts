import type { StoreReader } from '../store/store.ts';

export const at = {
  type: 'time',
  min: 0,
  max: Date.UTC(9999, 11, 31),
  summary: 'When it happened: a date, milliseconds, or text such as 2026-03-02T09:00:00Z; now when absent',
} as const;

/** Refuses a chain that is not there. */
export async function checkChain(read: StoreReader, { chain: name }: { readonly chain: string }): Promise<void> {
  const { chainNamed } = await import('../ask/similar/subject.ts');
  await chainNamed(read, name);
}
