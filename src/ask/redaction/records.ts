import type { Chain } from '../../model/chain.ts';
import type { Digest } from '../../model/digest.ts';
import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { JudgedBy, Judgement } from '../../model/judgement.ts';
import type { Session } from '../../model/session.ts';
import type { BriefEvent, FileMark, OutlineStep, Overview, Place } from '../../store/store.ts';
import type { Policy } from './policy.ts';

// Why text of these records is safe as it is.
export const derived = 'safe: redacted when it was derived';
export const time = 'safe: a time';
export const agent = 'safe: the name of a source, which is ours';
export const hash = 'safe: a hash';
export const address = 'safe: the archive is found by it; whoever shows it redacts it';

const briefEvent: Policy<BriefEvent> = {
  native_id: 'redact id',
  at: time,
  type: 'redact',
  tool: 'redact',
  summary: derived,
};

const event: Policy<Event> = {
  ...briefEvent,
  model: 'redact',
  marks: derived,
};

const edge: Policy<Edge> = { evidence: derived };

const session: Policy<Session> = {
  source: agent,
  native_id: 'redact id',
  title: derived,
  repo: 'redact',
  domain: 'redact',
  cwd: 'redact',
  branch: 'redact',
  task_ref: 'redact',
  model: 'redact',
  judged_by: 'redact',
  agent_version: 'redact',
  started_at: time,
  ended_at: time,
  workspace: 'redact',
  source_path: 'redact',
  watermarks: { discovered: time, ingested: time, analyzed: time, evicted: time },
};

const judgedBy: Policy<JudgedBy> = { model: 'redact', at: time };

const judgement: Policy<Judgement> = {
  ...judgedBy,
  stories: { message: derived },
  outcome: { reason: derived },
};

const chain: Policy<Chain> = {
  error: {
    id: hash,
    type: derived,
    message: derived,
    action: derived,
    marks: derived,
    fingerprint: derived,
    lines: derived,
    also: derived,
    context: 'redact',
    output: derived,
    source: agent,
    repo: 'redact',
    at: time,
  },
  attempts: { id: hash, action: derived, code_changes: derived, marks: derived, at: time },
  successful_fix_id: hash,
  resolved_at: time,
  judged: judgedBy,
};

const invocation: Policy<Invocation> = {
  skill: derived,
  source: agent,
  repo: 'redact',
  at: time,
  workflow_path: derived,
  workflow_phase: derived,
  user_query: derived,
  request: derived,
  alternatives: derived,
  follow_ups: derived,
  error_type: derived,
};

const outlineStep: Policy<OutlineStep> = { type: 'redact', tool: 'redact' };

const digest: Policy<Digest> = {
  outcome: { reason: derived, judged: judgedBy },
  asks: { items: { text: derived, answer: derived } },
  cost: { models: { model: derived } },
  files: { items: { path: derived } },
  commands: { items: { command: derived } },
  delivered: { items: { text: derived } },
  decisions: { items: { text: derived } },
  errors: { items: { fingerprint: derived, sample: derived } },
  skills: { items: { name: derived } },
  subagents: { items: { title: derived } },
  left_open: { items: { text: derived } },
  findings: { items: { text: derived } },
  last_messages: { text: derived },
  activity: { from: time },
};

const fileMark: Policy<FileMark> = {
  path: address,
  source: agent,
  state: 'safe: only a reader goes on from it',
};

const place: Policy<Place> = { path: address };

const overview: Policy<Overview> = {
  sources: {
    source: agent,
    versions: { version: 'redact' },
    unknown: { kind: 'redact', version: 'redact' },
    lastEventAt: time,
  },
  issues: { path: 'redact', reason: 'redact' },
  issueCounts: { reason: 'redact' },
};

/** How the text of each record is treated. */
export const records = {
  session,
  event,
  briefEvent,
  edge,
  chain,
  invocation,
  outlineStep,
  judgement,
  digest,
  fileMark,
  place,
  overview,
} as const;
