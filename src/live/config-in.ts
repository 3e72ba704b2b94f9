import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../platform/parse-records.ts';

/** `config.json` for hooks; empty when there is none, undefined when it cannot be read. */
export function configIn(home: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, 'config.json'), 'utf8'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? {} : undefined;
  }
}
