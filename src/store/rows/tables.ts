import type { Columns } from '../queries/query.ts';

// The columns of tables that both databases have alike. Inserts and copies between archives are made from them;
// those of events are in event-table.ts.

export const edgeTable = {
  table: 'edge',
  types: {
    tree: 'bigint',
    session: 'integer',
    effect: 'integer',
    cause_tree: 'bigint',
    cause: 'bigint',
    basis: 'smallint',
    types: 'integer',
    confidence: 'smallint',
    evidence: 'text',
    made_for: 'bigint',
    rank: 'smallint',
  },
} as const satisfies Columns;

export const chainTable = {
  table: 'chain',
  types: {
    tree: 'bigint',
    chain: 'bigint',
    session: 'text',
    basis: 'smallint',
    kind: 'smallint',
    state: 'smallint',
    fingerprint: 'bigint',
    type: 'text',
    message: 'text',
    action: 'text',
    marks: 'text',
    context: 'text',
    at: 'bigint',
    resolved_at: 'bigint',
    verified_by: 'text',
    culprit: 'text',
    said: 'text',
    lines: 'text',
    detected_by: 'text',
    judged: 'text',
    resolution_ms: 'bigint',
    output: 'text',
  },
} as const satisfies Columns;

export const attemptTable = {
  table: 'attempt',
  types: {
    tree: 'bigint',
    chain: 'bigint',
    number: 'integer',
    id_tree: 'bigint',
    id: 'bigint',
    action: 'text',
    code_changes: 'text',
    successful: 'smallint',
    marks: 'text',
    at: 'bigint',
    told: 'smallint',
    session: 'text',
  },
} as const satisfies Columns;

/** The other texts of a failure. */
export const complaintTable = {
  table: 'complaint',
  types: { tree: 'bigint', chain: 'bigint', number: 'integer', fingerprint: 'bigint' },
} as const satisfies Columns;

export const invocationTable = {
  table: 'invocation',
  types: {
    tree: 'bigint',
    invocation: 'bigint',
    session: 'text',
    told: 'smallint',
    what: 'text',
    skill: 'text',
    at: 'bigint',
    path: 'text',
    phase: 'text',
    query: 'text',
    request: 'text',
    alternatives: 'text',
    rank: 'bigint',
    completed: 'smallint',
    seconds: 'double precision',
    follow_ups: 'text',
    error_type: 'text',
  },
} as const satisfies Columns;

export const judgementTable = {
  table: 'judgement',
  types: { tree: 'bigint', session: 'text', model: 'text', at: 'bigint', judgement: 'text' },
} as const satisfies Columns;

export const usageTable = {
  table: 'usage',
  types: {
    tree: 'bigint',
    session: 'integer',
    model: 'text',
    paid: 'smallint',
    slot: 'bigint',
    input: 'bigint',
    output: 'bigint',
    cache_read: 'bigint',
    cache_write: 'bigint',
    cache_write_1h: 'bigint',
    usd: 'double precision',
  },
} as const satisfies Columns;

/** How many tokens of each response are counted, so that copies under other record ids are not counted again. */
export const responseTable = {
  table: 'response',
  types: { tree: 'bigint', response: 'bigint', session: 'integer', tokens: 'bigint' },
} as const satisfies Columns;

export const issueTable = {
  table: 'issue',
  types: { tree: 'bigint', file: 'integer', line: 'integer', offset: 'bigint', reason: 'text' },
} as const satisfies Columns;

export const unknownKindTable = {
  table: 'unknown_kind',
  types: { tree: 'bigint', file: 'integer', kind: 'text', agent_version: 'text', count: 'bigint' },
} as const satisfies Columns;
