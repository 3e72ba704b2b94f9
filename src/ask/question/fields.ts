import { chainStates, errorKinds } from '../../model/words.ts';
import type { IntegerField } from './field.ts';

// Inputs that several questions take, so that they mean the same everywhere.

/** At most so many of a list; `max` holds over HTTP and MCP. */
export function limit<const Default extends number>(
  defaultValue: Default,
  max: number,
  of: string,
): IntegerField & { readonly default: Default } {
  return {
    type: 'integer',
    min: 1,
    remoteMax: max,
    default: defaultValue,
    placeholder: 'N',
    summary: `At most this many ${of}`,
  };
}

export const after = {
  type: 'integer',
  min: 0,
  default: 0,
  placeholder: 'N',
  summary: 'Start after this position: `next` of the page before',
} as const;

export const sessionName = {
  type: 'text',
  max: 1_000,
  summary:
    "A session: its uid, the agent's own id, the start of either, its file, or words of its title; the newest when absent",
} as const;

export const eventName = {
  type: 'text',
  max: 1_000,
  required: true,
  summary: "An event: its id, the agent's own id of a call, or the start of either",
} as const;

export const eventSession = {
  type: 'text',
  max: 1_000,
  summary: 'Look for the event in this session only: for ids such as `line:12` that are unique only within one',
} as const;

export const agent = {
  type: 'text',
  aliases: ['source'],
  completes: 'agents',
  placeholder: 'NAME',
  summary: 'Only of this agent, such as claude-code or codex',
} as const;

export const repo = {
  type: 'text',
  placeholder: 'REPO',
  summary: 'Only of this repository: its name, or the path of a folder',
} as const;

export const since = {
  type: 'time',
  placeholder: 'TIME',
  summary: 'Not before this day or time, or this long ago: 2026-01-31, 12h, 7d, 18mo',
} as const;

export const until = { type: 'time', isEnd: true, placeholder: 'TIME', summary: 'Not after this day or time' } as const;

export const errorKindsField = {
  type: 'choices',
  choices: errorKinds,
  aliases: ['kind'],
  placeholder: 'KIND',
  summary: 'Only failures of these kinds',
} as const;

export const chainStatesField = {
  type: 'choices',
  choices: chainStates,
  aliases: ['state'],
  placeholder: 'STATE',
  summary: 'Only failures in these states',
} as const;

/** Which failures are meant. */
export const chainFilter = {
  agent,
  repo,
  since,
  until,
  kinds: errorKindsField,
  states: chainStatesField,
} as const;

export const minConfidence = {
  type: 'number',
  min: 0,
  max: 1,
  placeholder: 'X',
  summary: 'Only causes with at least this confidence, 0 to 1; 0.5 leaves out what is only possible',
} as const;

export const depth = {
  type: 'integer',
  min: 1,
  remoteMax: 1_000,
  placeholder: 'N',
  summary: 'At most this many causes away; 1 is direct causes only',
} as const;

export const chainName = {
  type: 'text',
  max: 1_000,
  required: true,
  summary: 'An error chain: its id, the start of one, or the id of the failing event',
} as const;

export const workspace = { type: 'text', placeholder: 'NAME', summary: 'Only of this workspace' } as const;
