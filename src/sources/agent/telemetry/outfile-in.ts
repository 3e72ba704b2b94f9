import { readFileSync } from 'node:fs';
import { object, text } from '../../../platform/parse-records.ts';

/** The file that settings name for telemetry: `{"telemetry": {"outfile": "…"}}`, with comments or without. */
export function outfileIn(path: string): string | undefined {
  try {
    const written = readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '');
    return text(object(object(JSON.parse(written))['telemetry'])['outfile']);
  } catch {
    return undefined;
  }
}
