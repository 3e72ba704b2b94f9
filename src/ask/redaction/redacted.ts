import type { Place, StoreReader } from '../../store/store.ts';
import type { Policies } from './policy.ts';
import { agent, derived, hash, records, time } from './records.ts';
import { redactorOf, type AnyPolicy, type Redactor } from './redactor.ts';

/**
 * The same reader, whose answers carry no secret. Summaries, titles and evidence were redacted when they were
 * derived; names and paths are kept as the agent wrote them, because the archive is found by them, and are redacted
 * here, where they leave.
 */
export function redacted(read: StoreReader): StoreReader {
  const safe: Record<string, unknown> = { ...read };
  for (const [name, redactor] of redactors) {
    const method = read[name] as (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;
    safe[name] = (...args: unknown[]) => {
      const answer = method.apply(read, args);
      return Symbol.asyncIterator in answer ? eachOf(answer, redactor) : answer.then(redactor);
    };
  }
  return safe as unknown as StoreReader;
}

/** A place as it may be shown. The line can no longer be found by it. */
export function redactedPlace(place: Place): Place {
  return shownPlace(place) as Place;
}

async function* eachOf(items: AsyncIterable<unknown>, redactor: Redactor): AsyncGenerator<unknown> {
  for await (const item of items) yield redactor(item);
}

/** Every method of a reader, and how the text it answers with is treated. A new method needs a line here to compile. */
const policies: Policies<StoreReader> = {
  session: records.session,
  findSessions: records.session,
  sessionsInFile: 'no text',
  sessions: { sessions: records.session },
  children: records.session,
  previews: { activity: { from: time }, outcome_reason: derived },
  sharingFiles: 'no text',
  treeOf: 'no text',

  event: records.event,
  eventsOf: records.event,
  findEvents: records.event,
  events: records.event,
  bareEvents: records.event,
  recentEvents: records.event,
  countEvents: 'no text',
  changeMark: 'safe: counts of the store',
  newest: 'no text',
  eventsSince: { events: records.event },
  steps: records.event,
  eventsOfStep: records.event,
  firstStep: 'no text',
  lastStep: 'no text',
  stepByNative: 'no text',
  hasTranscript: 'no text',
  secondaryFiles: records.fileMark,
  secondaryEvents: records.event,
  sessionsWithNative: 'no text',
  parentChain: records.event,
  childEvents: records.event,

  causes: records.edge,
  effects: records.edge,
  slice: { step: records.briefEvent, edges: records.edge },
  outline: records.outlineStep,
  outlineOf: records.outlineStep,
  callsAfter: 'no text',
  markedCalls: { marks: derived },
  outlineEdges: 'no text',
  outlineChains: { type: derived, fingerprint: derived },
  links: { call: 'redact id' },
  linksFrom: { call: 'redact id' },

  chain: records.chain,
  chainsOf: records.chain,
  findChains: records.chain,
  chains: { chains: records.chain },
  chainCounts: { type: derived },
  fingerprintCounts: 'no text',
  chainGroups: { repos: 'redact', sources: agent },
  recurrences: 'no text',
  latestChains: records.chain,
  triedChains: { message: derived, action: derived, marks: derived, attempts: { action: derived, marks: derived } },
  failureTexts: { text: derived },
  seenBefore: 'no text',
  failures: { text: derived, type: derived, vector: 'safe: numbers made of the text' },
  modelVectors: { vector: 'safe: numbers made of the text' },

  invocation: records.invocation,
  invocations: { invocations: records.invocation },
  eachInvocation: records.invocation,
  uses: {
    skill: derived,
    workflow_path: derived,
    workflow_phase: derived,
    error_type: derived,
    follow_ups: derived,
    at: time,
  },
  describedUses: {
    skill: derived,
    at: time,
    workflow_phase: derived,
    user_query: derived,
    request: derived,
  },
  skillNames: derived,

  usedBetween: 'no text',

  usage: { key: 'redact', model: 'redact' },
  work: { key: 'redact' },
  workDays: { source: agent, repo: 'redact' },
  headings: { title: derived },
  descendants: { title: derived },

  judgement: records.judgement,
  digest: records.digest,
  digests: { digest: records.digest, repo: 'redact' },
  surroundings: {
    cost: { models: { model: 'redact' } },
    judged: { reason: derived, model: 'redact', at: time },
    subagents: { items: { title: derived } },
  },
  failuresIn: { fingerprint: derived, message: derived },
  evictable: 'no text',

  searchRanked: {
    sessions: { title: derived, source: agent, repo: 'redact', hits: { event: records.event } },
    hits: { event: records.event },
    terms: { instead: 'safe: words of the index, which was made from redacted text' },
  },
  search: { hits: { event: records.event } },

  place: records.place,
  file: records.fileMark,
  files: records.fileMark,
  filesOf: records.fileMark,
  pieces: { hash, lines: 'safe: letters and counts' },
  bytes: 'safe: the archive itself; whoever shows a line redacts it (payload.ts)',

  isForgotten: 'no text',
  overview: records.overview,
  meta: 'safe: facts stemma keeps of itself',
  check: 'redact',
  backup: 'no text',
};

const redactors = (Object.entries(policies) as [keyof StoreReader, AnyPolicy][]).flatMap(([name, policy]) => {
  const redactor = redactorOf(policy);
  return redactor ? [[name, redactor] as const] : [];
});

const shownPlace = redactorOf({ path: 'redact' })!;
