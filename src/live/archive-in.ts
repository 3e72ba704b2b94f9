import { join } from 'node:path';
import { archiveAddress } from '../store/archive-address.ts';
import { configIn } from './config-in.ts';

/**
 * The archive that a hook asks: the one every command asks. Agents start hooks with an environment of their own, so
 * it is mostly `db` in config.json that names a team's.
 */
export function archiveIn(home: string, env: Readonly<Record<string, string | undefined>>): string {
  if (env['STEMMA_DB']) return archiveAddress(env['STEMMA_DB'], 'STEMMA_DB');
  const db = configIn(home)?.['db'];
  return typeof db === 'string' ? archiveAddress(db, '`db` in config.json', home) : join(home, 'stemma.db');
}
