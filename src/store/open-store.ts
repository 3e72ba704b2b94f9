import { isPostgres } from './archive-address.ts';
import type { Store } from './store.ts';

export interface OpenStore {
  readonly mode: 'read' | 'write';
  /** Called once, when there is another writer to wait for. */
  readonly onWait?: () => void;
}

/** The store at an address: a file, or `postgres://…`. What is behind it is loaded only then: most people never need the driver of a server. */
export async function openStore(address: string, options: OpenStore): Promise<Store> {
  if (isPostgres(address)) {
    const { openPostgres } = await import('./postgres/open.ts');
    return await openPostgres(address, { mode: options.mode });
  }
  const { openSqlite } = await import('./sqlite/open.ts');
  return await openSqlite(address, options);
}
