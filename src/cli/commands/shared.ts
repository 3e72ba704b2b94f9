import type { Flag, Positional } from '../line/command.ts';

/** Words that several commands share, so that they mean the same everywhere. */

export const sessionArgument = {
  name: 'session',
  summary: 'Session id, or the beginning of one; the newest session when absent',
  optional: true,
} as const satisfies Positional;

export function limitFlag(summary: string): Flag & { readonly type: 'number' } {
  return { type: 'number', value: 'N', summary };
}

export const afterFlag = {
  type: 'number',
  value: 'N',
  least: 0,
  summary: 'Begin after this position, as the page before said',
} as const satisfies Flag;

export const sinceFlag = {
  type: 'time',
  value: 'TIME',
  summary: 'Not before this day or time, or so long ago: 2026-01-31, 12h, 7d, 18mo',
} as const satisfies Flag;

export const agentFlag = {
  type: 'text',
  value: 'NAME',
  completes: 'sources',
  summary: 'Only of this agent, such as claude-code or codex',
} as const satisfies Flag;

export const repoFlag = {
  type: 'text',
  value: 'REPO',
  summary: 'Only of this repository, by name or by path',
} as const satisfies Flag;
