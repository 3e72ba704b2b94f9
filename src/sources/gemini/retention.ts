import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isObject, object } from '../../platform/parse-records.ts';
import type { Machine } from '../source.ts';
import { places } from './files.ts';

const setting = 'general.sessionRetention';
const inDays: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 30 };

/** Since March 2026 on unless the user says otherwise. Of the settings only this one key is looked at. */
export async function retention(
  machine: Machine,
): Promise<{ readonly days: number; readonly setting: string } | undefined> {
  const [tmp] = places(machine) as [string];
  const { enabled = true, maxAge = '30d', minRetention = '1d' } = await settingsIn(join(dirname(tmp), 'settings.json'));
  const days = daysOf(maxAge);
  // What it cannot read, or is too short, it does not do.
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
