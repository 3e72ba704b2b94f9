import type { Field, IntegerField } from '../../ask/question/field.ts';
import type { Positional } from '../line/command.ts';

/** Words that several commands share, so that they mean the same everywhere. */

export const sessionArgument = {
  name: 'session',
  summary: 'Session id, or the beginning of one; the newest session when absent',
  optional: true,
} as const satisfies Positional;

export function limitFlag(summary: string): IntegerField {
  return { type: 'integer', min: 1, placeholder: 'N', summary };
}

export const afterFlag = {
  type: 'integer',
  min: 0,
  placeholder: 'N',
  summary: 'Begin after this position, as the page before gave it',
} as const satisfies Field;

export const sinceFlag = {
  type: 'time',
  placeholder: 'TIME',
  summary: 'Not before this day or time, or so long ago: 2026-01-31, 12h, 7d, 18mo',
} as const satisfies Field;

export const agentFlag = {
  type: 'text',
  placeholder: 'NAME',
  completes: 'agents',
  summary: 'Only of this agent, such as claude-code or codex',
} as const satisfies Field;

export const repoFlag = {
  type: 'text',
  placeholder: 'REPO',
  summary: 'Only of this repository, by name or by path',
} as const satisfies Field;
