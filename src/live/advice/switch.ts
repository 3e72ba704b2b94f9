import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExcluded } from '../../ingest/find-files.ts';
import { isObject } from '../../platform/parse-records.ts';

/** `advice` in config.json: everywhere, nowhere, or everywhere but in some folders. */
export interface AdviceSwitch {
  readonly on: boolean;
  /** Folders and patterns of folders where nothing is said. */
  readonly off: readonly string[];
}

/** Undefined when it is none of `true`, `false` and `{"off": [patterns]}`. */
export function adviceSwitch(value: unknown): AdviceSwitch | undefined {
  if (value === undefined || typeof value === 'boolean') return { on: value ?? true, off: [] };
  const off = isObject(value) ? value['off'] : undefined;
  return isTexts(off) ? { on: true, off } : undefined;
}

/** Whether anything may be said in a folder. What is never ingested is never spoken of; a configuration nobody understands says no. */
export function mayAdvise(home: string, cwd: string | undefined): boolean {
  const config = configIn(home);
  const wanted = config && adviceSwitch(config['advice']);
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

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
