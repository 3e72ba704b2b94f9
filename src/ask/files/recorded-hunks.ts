import { isObject } from '../../platform/parse-records.ts';
import { redact } from '../../platform/redact.ts';
import type { Hunk } from './answer.ts';

/**
 * The change as the agent recorded it beside the result of a call, with line numbers: a list of hunks
 * (`structuredPatch`), or a unified diff. Undefined where there is none.
 */
export function recordedHunks(record: unknown, raw: boolean): readonly Hunk[] | undefined {
  const hunks = search(record, 0);
  if (!hunks || hunks.length === 0) return undefined;
  return raw ? hunks : withoutSecrets(hunks);
}

const deepest = 6;

function search(value: unknown, depth: number): readonly Hunk[] | undefined {
  if (depth > deepest) return undefined;
  if (typeof value === 'string') return undefined;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 50)) {
      const found = search(item, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const structured = hunksIn(value['structuredPatch']);
  if (structured) return structured;
  for (const name of ['fileDiff', 'diff', 'unified_diff', 'detailedContent']) {
    const text = value[name];
    const unified = typeof text === 'string' ? unifiedHunks(text) : undefined;
    if (unified) return unified;
  }
  for (const item of Object.values(value).slice(0, 50)) {
    const found = search(item, depth + 1);
    if (found) return found;
  }
  return undefined;
}

function hunksIn(value: unknown): readonly Hunk[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const hunks = value.flatMap((hunk: unknown): readonly Hunk[] => {
    if (!isObject(hunk)) return [];
    const { oldStart, newStart, lines } = hunk;
    const isWhole = Number.isInteger(oldStart) && Number.isInteger(newStart) && Array.isArray(lines);
    return isWhole && lines.every((line) => typeof line === 'string')
      ? [
          {
            old_start: oldStart as number,
            new_start: newStart as number,
            lines: (lines as string[]).filter((line) => !line.startsWith('\\')),
          },
        ]
      : [];
  });
  return hunks.length === value.length ? hunks : undefined;
}

/** The hunks of a unified diff of one file. */
export function unifiedHunks(diff: string): readonly Hunk[] | undefined {
  if (!diff.includes('@@ -')) return undefined;
  const hunks: { old_start: number; new_start: number; lines: string[] }[] = [];
  let files = 0;
  // How many lines of the hunk are still to come, so that the header of the next file is not taken for a removed line.
  let [oldLeft, newLeft] = [0, 0];
  for (const line of diff.split('\n')) {
    if (oldLeft + newLeft > 0 && /^[ +-]|^$/.test(line)) {
      const sign = line[0] ?? ' ';
      if (sign !== '+') oldLeft -= 1;
      if (sign !== '-') newLeft -= 1;
      hunks.at(-1)!.lines.push(line === '' ? ' ' : line);
      continue;
    }
    const [, oldStart, oldCount, newStart, newCount] = header.exec(line) ?? [];
    if (line.startsWith('+++ ')) files += 1;
    if (oldStart === undefined) continue;
    [oldLeft, newLeft] = [Number(oldCount ?? 1), Number(newCount ?? 1)];
    hunks.push({ old_start: Number(oldStart), new_start: Number(newStart), lines: [] });
  }
  return files > 1 || hunks.length === 0 ? undefined : hunks;
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Each side of the change is redacted as a whole, because a secret may span lines. Where it does, the lines no longer
 * fit the hunks: then nothing is shown of them.
 */
function withoutSecrets(hunks: readonly Hunk[]): readonly Hunk[] | undefined {
  const old = safeSide(hunks, '+');
  const text = safeSide(hunks, '-');
  if (!old || !text) return undefined;
  return hunks.map(({ lines, ...hunk }) => ({
    ...hunk,
    lines: lines.map((line) => {
      const [before, after] = [line.startsWith('+') ? '' : old.shift()!, line.startsWith('-') ? '' : text.shift()!];
      return line[0] + (line.startsWith('-') ? before : after);
    }),
  }));
}

function safeSide(hunks: readonly Hunk[], without: '+' | '-'): string[] | undefined {
  const lines = hunks.flatMap((hunk) => hunk.lines.filter((line) => !line.startsWith(without)));
  const safe = redact(lines.map((line) => line.slice(1)).join('\n')).split('\n');
  return safe.length === Math.max(1, lines.length) ? safe : undefined;
}
