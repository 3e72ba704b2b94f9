import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject, object } from '../../platform/parse-records.ts';
import type { Machine } from '../source.ts';
import { places } from './files.ts';

const setting = 'general.sessionRetention';
const inDays: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** On by default since March 2026. Only this key of the settings is read. */
export async function retention(
  machine: Machine,
): Promise<{ readonly days: number; readonly setting: string } | undefined> {
  const [tmp] = places(machine) as [string];
  const { enabled = true, maxAge = '30d', minRetention = '1d' } = await settingsIn(join(dirname(tmp), 'settings.json'));
  const days = daysOf(maxAge);
  // An unreadable or too short value disables it.
  return enabled === true && days !== undefined && days >= (daysOf(minRetention) ?? 1) ? { days, setting } : undefined;
}

async function settingsIn(
  path: string,
): Promise<{ readonly enabled?: unknown; readonly maxAge?: unknown; readonly minRetention?: unknown }> {
  try {
    const settings: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isObject(settings) ? object(object(settings['general'])['sessionRetention']) : {};
  } catch {
    return {};
  }
}

function daysOf(period: unknown): number | undefined {
  const [, count, unit] = (typeof period === 'string' && /^(\d+)([hdwm])$/.exec(period)) || [];
  const days = Number(count) * (inDays[unit ?? ''] ?? Number.NaN);
  return days > 0 ? days : undefined;
}
