import { isExcluded } from '../ingest/find/find-files.ts';
import { configIn } from './config-in.ts';
import { isTexts, switchOf } from './switch.ts';

/**
 * Whether notes of this kind are allowed in a folder. Excluded folders get none, and neither does anybody with an
 * unreadable configuration.
 */
export function isNoteAllowed(home: string, of: 'advice' | 'resume', cwd: string | undefined): boolean {
  const config = configIn(home);
  const wanted = config && switchOf(config[of]);
  if (!config || !wanted?.on) return false;
  const exclude = config['exclude'] ?? [];
  return isTexts(exclude) && (cwd === undefined || !isExcluded(cwd, [...exclude, ...wanted.off]));
}
