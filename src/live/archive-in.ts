import { join } from 'node:path';
import { archiveAddress } from '../store/archive-address.ts';
import { configIn } from './config-in.ts';

/**
 * The archive for hooks: the same that every command uses. Agents start hooks with an environment of their own, so a
 * team's archive is mostly named by `db` in config.json.
 */
export function archiveIn(home: string, env: Readonly<Record<string, string | undefined>>): string {
  if (env['STEMMA_DB']) return archiveAddress(env['STEMMA_DB'], 'STEMMA_DB');
  const db = configIn(home)?.['db'];
  return typeof db === 'string' ? archiveAddress(db, '`db` in config.json', home) : join(home, 'stemma.db');
}
