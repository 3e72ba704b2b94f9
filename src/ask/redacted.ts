import type { Chain } from '../model/chain.ts';
import type { Event } from '../model/event.ts';
import type { Invocation } from '../model/invocation.ts';
import type { Session } from '../model/session.ts';
import { redact } from '../platform/redact.ts';
import type { OutlineStep, Overview, Place, SliceStep, StoreReader } from '../store/store.ts';

/**
 * The same reader, whose answers carry no secret. Summaries, titles and evidence were redacted when they were
 * derived; names and paths are kept as the agent wrote them, because the archive is found by them, and are redacted
 * here, where they leave.
 */
export function redacted(read: StoreReader): StoreReader {
  return {
    ...read,
    session: async (uid) => sessionOrNone(await read.session(uid)),
    findSessions: async (prefix, limit) => (await read.findSessions(prefix, limit)).map(redactedSession),
    sessions: async (filter, page) => {
      const { sessions, total } = await read.sessions(filter, page);
      return { sessions: sessions.map(redactedSession), total };
    },
    children: async (uid, limit) => (await read.children(uid, limit)).map(redactedSession),

    event: async (ref) => eventOrNone(await read.event(ref)),
    eventsOf: async (refs) => (await read.eventsOf(refs)).map(redactedEvent),
    findEvents: async (prefix, session, limit) => (await read.findEvents(prefix, session, limit)).map(redactedEvent),
    events: async (session, page) => (await read.events(session, page)).map(redactedEvent),
    recentEvents: async (session, page) => (await read.recentEvents(session, page)).map(redactedEvent),
    bareEvents: async (session, page) => (await read.bareEvents(session, page)).map(redactedEvent),
    eventsSince: async (mark, limit) => {
      const { events, mark: after } = await read.eventsSince(mark, limit);
      return { events: events.map(redactedEvent), mark: after };
    },
    steps: async (session, page) => (await read.steps(session, page)).map(redactedEvent),
    besideEvents: async (session, limit) => (await read.besideEvents(session, limit)).map(redactedEvent),
    eventsOfStep: async (ref, limit) => (await read.eventsOfStep(ref, limit)).map(redactedEvent),
    parentChain: async (ref, limit) => (await read.parentChain(ref, limit)).map(redactedEvent),
    childEvents: async (ref, limit) => (await read.childEvents(ref, limit)).map(redactedEvent),
    outline: async (session, page) => (await read.outline(session, page)).map(redactedTool),
    slice: async (from, direction, limit) => (await read.slice(from, direction, limit)).map(redactedSlice),
    digests: async (filter, page) =>
      (await read.digests(filter, page)).map((kept) => ({ ...kept, repo: orNull(kept.repo) })),
    chain: async (ref) => chainOrNone(await read.chain(ref)),
    chainsOf: async (refs) => (await read.chainsOf(refs)).map(redactedChain),
    findChains: async (prefix, limit) => (await read.findChains(prefix, limit)).map(redactedChain),
    chains: async (filter, page) => {
      const { chains, total } = await read.chains(filter, page);
      return { chains: chains.map(redactedChain), total };
    },
    chainGroups: async (fingerprints, filter) =>
      (await read.chainGroups(fingerprints, filter)).map((group) => ({
        ...group,
        repos: group.repos.map((repo) => orNull(repo)!),
      })),
    latestChains: async (fingerprints, filter) => (await read.latestChains(fingerprints, filter)).map(redactedChain),
    invocation: async (ref) => {
      const use = await read.invocation(ref);
      return use && redactedUse(use);
    },
    invocations: async (filter, page) => {
      const { invocations, total } = await read.invocations(filter, page);
      return { invocations: invocations.map(redactedUse), total };
    },
    async *eachInvocation(filter) {
      for await (const use of read.eachInvocation(filter)) yield redactedUse(use);
    },
    search: async (query) => {
      const found = await read.search(query);
      return { ...found, hits: found.hits.map((hit) => ({ ...hit, event: redactedEvent(hit.event) })) };
    },
    usage: async (filter, by) => {
      const rows = await read.usage(filter, by);
      return by === 'repo'
        ? rows.map((row) => ({ ...row, key: row.key === null ? null : redact(String(row.key)) }))
        : rows;
    },
    work: async (filter, by) => {
      const rows = await read.work(filter, by);
      return by === 'repo' ? rows.map((row) => ({ ...row, key: row.key === null ? null : redact(row.key) })) : rows;
    },
    workDays: async (filter, timeOfDay) =>
      (await read.workDays(filter, timeOfDay)).map((row) => ({ ...row, repo: orNull(row.repo) })),
    overview: async () => redactedOverview(await read.overview()),
  };
}

/** A place as it may be shown. The line can no longer be found by it. */
export function redactedPlace(place: Place): Place {
  return { ...place, path: redact(place.path) };
}

function sessionOrNone(session: Session | undefined): Session | undefined {
  return session && redactedSession(session);
}

function redactedSession(session: Session): Session {
  const { repo, cwd, branch, model, agent_version, source_path } = session;
  return {
    ...session,
    repo: orNull(repo),
    cwd: orNull(cwd),
    branch: orNull(branch),
    model: orNull(model),
    agent_version: orNull(agent_version),
    source_path: orNull(source_path),
  };
}

function eventOrNone(event: Event | undefined): Event | undefined {
  return event && redactedEvent(event);
}

/** The event itself almost always: a session may have a million. */
function redactedEvent(event: Event): Event {
  const tool = orNull(event.tool);
  const type = orNull(event.type);
  return tool === event.tool && type === event.type ? event : { ...event, tool, type };
}

function chainOrNone(chain: Chain | undefined): Chain | undefined {
  return chain && redactedChain(chain);
}

/** Its words were redacted when it was kept; the name of its repository is the session's. */
function redactedChain(chain: Chain): Chain {
  const repo = orNull(chain.error.repo);
  return repo === chain.error.repo ? chain : { ...chain, error: { ...chain.error, repo } };
}

/** The same holds for uses of skills. */
function redactedUse(use: Invocation): Invocation {
  const repo = orNull(use.repo);
  return repo === use.repo ? use : { ...use, repo };
}

function redactedTool(step: OutlineStep): OutlineStep {
  const tool = orNull(step.tool);
  return tool === step.tool ? step : { ...step, tool };
}

function redactedSlice(slice: SliceStep): SliceStep {
  const tool = orNull(slice.step.tool);
  return tool === slice.step.tool ? slice : { ...slice, step: { ...slice.step, tool } };
}

function redactedOverview(overview: Overview): Overview {
  return {
    ...overview,
    issues: overview.issues.map((issue) => ({ ...issue, path: redact(issue.path), reason: redact(issue.reason) })),
    sources: overview.sources.map((source) => ({
      ...source,
      unknown: source.unknown.map((each) => ({ ...each, kind: redact(each.kind) })),
    })),
  };
}

function orNull(text: string | null): string | null {
  if (text === null) return null;
  let safe = remembered.get(text);
  if (safe === undefined) {
    safe = redact(text);
    // Names of tools, folders and branches are few; a hostile file may hold a million.
    if (remembered.size < mostRemembered) remembered.set(text, safe);
  }
  return safe;
}

const remembered = new Map<string, string>();
const mostRemembered = 2000;
