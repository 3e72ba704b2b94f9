/** Answers as text for models: short lines, with the ids for the next question. */

export function lines(...parts: readonly (string | false | null | undefined | readonly string[])[]): string {
  return parts.flatMap((part) => (typeof part === 'object' && part !== null ? part : part ? [part] : [])).join('\n');
}

/** On one line, without control characters. */
export function short(text: string, max = 160): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

interface TextStep {
  readonly id: string;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly at?: string | null;
}

/** `ev_… [failed] Bash: npm test (2026-03-02T09:00:02Z)` */
export function stepText({ id, tool, summary, failed, at }: TextStep, max = 160): string {
  const name = tool === null || summary.startsWith(tool) ? '' : `${short(tool, 60)}: `;
  return `${id}${failed ? ' [failed]' : ''} ${name}${short(summary, max)}${at ? ` (${at.slice(0, 19)}Z)` : ''}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `420 ms`, `3.2 s`, `14 min`, `3.5 h` */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

export function more(isTruncated: boolean, how: string): string | false {
  return isTruncated && `There is more: ${how}`;
}
