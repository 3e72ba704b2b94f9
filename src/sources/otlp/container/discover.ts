import { readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { object, text } from '../../../platform/parse-records.ts';
import { stemmaHome } from '../../../platform/stemma-home.ts';
import type { Machine } from '../../source.ts';

/**
 * Files of telemetry have no place of their own. Agents that write one say where, in their settings or the
 * environment; and what lies in `$STEMMA_HOME/otlp`, such as a collector's file, is read too.
 */
export function places(machine: Machine): readonly string[] {
  const { home, env } = machine;
  const settings = [
    join(env['GEMINI_CLI_HOME'] ?? home, '.gemini', 'settings.json'),
    join(home, '.qwen', 'settings.json'),
  ];
  const named = [
    env['COPILOT_OTEL_FILE_EXPORTER_PATH'],
    env['GEMINI_TELEMETRY_OUTFILE'],
    env['QWEN_TELEMETRY_OUTFILE'],
    ...settings.map(outfileIn),
  ];
  return [
    join(stemmaHome(machine), 'otlp'),
    ...new Set(named.filter((path) => path !== undefined && path !== '')),
  ] as readonly string[];
}

export async function* discover(machine: Machine): AsyncIterable<string> {
  for (const place of places(machine)) {
    // A file is no folder; what is not there yet is nothing to read.
    const names: string[] | undefined = await readdir(place).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : undefined,
    );
    if (!names) yield place;
    else
      for (const file of names.sort())
        if (/\.(?:jsonl?|ndjson|log)(?:\.gz|\.zst)?$/.test(file)) yield join(place, file);
  }
}

/** `{"telemetry": {"outfile": "…"}}`, with comments or without. */
function outfileIn(path: string): string | undefined {
  try {
    const written = readFileSync(path, 'utf8').replace(/^\s*\/\/.*$/gm, '');
    return text(object(object(JSON.parse(written))['telemetry'])['outfile']);
  } catch {
    return undefined;
  }
}
