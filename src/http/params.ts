import { chainStates, errorKinds } from '../model/words.ts';

// Parameters that several routes take, so that they mean the same everywhere.

export const limit = (usual: number, most: number, of: string) =>
  ({ type: 'number', least: 1, most, usual, summary: `At most so many ${of}` }) as const;
export const after = {
  type: 'number',
  least: 0,
  most: Number.MAX_SAFE_INTEGER,
  usual: 0,
  summary: 'The `next` of the page before',
} as const;

export const sourceAndRepo = {
  source: { type: 'text', summary: 'Only of this agent, such as `claude-code`' },
  repo: { type: 'text', summary: 'Only of this repository: its name, or the whole path of a folder' },
} as const;

export const since = {
  type: 'time',
  summary: 'Not before this: a day, a time, or how long ago (`12h`, `7d`)',
} as const;
export const until = { type: 'time', summary: 'Not after this' } as const;

export const kindsOfErrors = { type: 'choices', choices: errorKinds, summary: 'Kinds of failures' } as const;
export const statesOfChains = { type: 'choices', choices: chainStates, summary: 'How far they have come' } as const;

export const withinSession = {
  type: 'text',
  summary: 'Look for the event in this session only: for ids that mean something only there, such as `line:12`',
} as const;
export const walked = {
  limit: limit(60, 1000, 'steps, the strongest'),
  depth: { type: 'number', least: 1, most: 1000, summary: 'At most so many edges away' },
  min_confidence: { type: 'decimal', least: 0, most: 1, summary: 'Leave out causes we are less sure of' },
  session: withinSession,
} as const;
