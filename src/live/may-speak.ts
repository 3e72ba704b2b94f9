import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExcluded } from '../ingest/find-files.ts';
import { isObject } from '../platform/parse-records.ts';
import { isTexts, switchOf } from './switch.ts';

/** Whether anything of this kind may be said in a folder. What is never ingested is never spoken of; a configuration nobody understands says no. */
export function maySpeak(home: string, of: 'advice' | 'resume', cwd: string | undefined): boolean {
  const config = configIn(home);
  const wanted = config && switchOf(config[of]);
  if (!config || !wanted?.on) return false;
  const exclude = config['exclude'] ?? [];
  return isTexts(exclude) && (cwd === undefined || !isExcluded(cwd, [...exclude, ...wanted.off]));
}

function configIn(home: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : undefined;
  }
}
