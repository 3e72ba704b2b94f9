import { machineName, namedMachine } from '../platform/machine-name.ts';
import { isPostgres } from './archive-address.ts';
import type { StoreMode, StoreOpenedTo } from './store.ts';

export interface OpenOptions<Mode extends StoreMode> {
  readonly mode: Mode;
  /** stemma's home, with the name of this machine; archives that several machines share need it. */
  readonly home: string;
  /** Called once, when there is another writer to wait for. */
  readonly onWait?: () => void;
}

/**
 * The store at an address: a file, or `postgres://…`. Its code is loaded only then: most people never need the driver
 * of a server.
 */
export async function openStore<Mode extends StoreMode>(
  address: string,
  options: OpenOptions<Mode>,
): Promise<StoreOpenedTo<Mode>> {
  if (isPostgres(address)) {
    const { openPostgres } = await import('./postgres/open.ts');
    const { mode, home } = options;
    return await openPostgres(address, { mode, machine: mode === 'write' ? namedMachine(home) : machineName(home) });
  }
  const { openSqlite } = await import('./sqlite/open.ts');
  return await openSqlite(address, options);
}
