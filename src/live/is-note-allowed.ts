import { isExcluded } from '../ingest/find/find-files.ts';
import { configIn } from './config-in.ts';
import { isTexts, switchOf } from './switch.ts';

/**
 * Whether anything of this kind may be said in a folder. What is never ingested is never spoken of; a configuration
 * nobody understands says no.
 */
export function isNoteAllowed(home: string, of: 'advice' | 'resume', cwd: string | undefined): boolean {
  const config = configIn(home);
  const wanted = config && switchOf(config[of]);
  if (!config || !wanted?.on) return false;
  const exclude = config['exclude'] ?? [];
  return isTexts(exclude) && (cwd === undefined || !isExcluded(cwd, [...exclude, ...wanted.off]));
}
