import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Machine } from '../source.ts';
import { places } from './files.ts';

/** Only this key of the settings is read. */
export async function retention(machine: Machine): Promise<{ readonly days: number; readonly setting: string }> {
  const setting = 'cleanupPeriodDays';
  const [projects] = places(machine) as [string];
  try {
    const days: unknown = JSON.parse(await readFile(join(dirname(projects), 'settings.json'), 'utf8'))[setting];
    return { days: typeof days === 'number' && Number.isFinite(days) ? days : 30, setting };
  } catch {
    return { days: 30, setting };
  }
}
