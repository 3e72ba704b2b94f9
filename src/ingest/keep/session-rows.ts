import { flavorOf, type SessionUid } from '../../model/ids.ts';
import type { Facet } from '../../model/words.ts';
import { isEmptyTitle } from '../../normalise/text/is-uninformative.ts';
import { textSummary } from '../../normalise/text/summary.ts';
import type { Identity, Link, SessionPatch } from '../../sources/source.ts';
import { countersOf } from '../../store/rows/session-counters.ts';
import type { SessionRow } from '../../store/store.ts';
import { taskRefOf } from '../find/task-ref-of.ts';
import type { ScanBatch, ScanEvent } from '../scan/scan-batch.ts';

interface BatchContext {
  /** The sessions of a batch. */
  readonly sessions: Iterable<SessionUid>;
  readonly batch: ScanBatch;
  /** Its events that were not here before. */
  readonly fresh: readonly ScanEvent[];
  /** Its links that were not copied with the lines of another session. */
  readonly links: readonly Link[];
  readonly identity: Identity;
  /** The session whose records the file begins with, if it does. */
  readonly origin: SessionUid | undefined;
  /** What the source's agent does not record; undefined for a secondary source. */
  readonly notRecorded: readonly Facet[] | undefined;
  /** Name of the source whose session it is. */
  readonly sourceOf: (uid: SessionUid) => string;
  readonly workspace: string;
  /** Fields of work, by repository. */
  readonly domains: Domains;
  readonly repoOf: RepoOf;
  /** Sessions of a secondary source whose transcript is here: it says how long they took and how they begin. */
  readonly transcripts: ReadonlySet<SessionUid>;
  /** When the file was found. */
  readonly foundAt: number | undefined;
}

/** The repository that a working directory belongs to. */
export type RepoOf = (cwd: string) => string | undefined;

/** Which field of work a repository belongs to, by its name. */
export type Domains = Readonly<Record<string, string>>;

/** What a batch knows of its sessions: facts, times, origin, and what to add to their counters. */
export function sessionRows(context: BatchContext): SessionRow[] {
  const spawners = new Map(
    context.links.flatMap((link) => (link.type === 'spawned' ? [[link.child, link.parent] as const] : [])),
  );
  const events = Map.groupBy(context.fresh, ({ row }) => row.session);
  const firstWords = new Map(context.batch.firstWords);
  return [...context.sessions].map((uid): SessionRow => {
    const own = events.get(uid) ?? [];
    const facts = presentable(merged(context.batch.patches.filter((patch) => patch.uid === uid)));
    const repo = facts.repo ?? (facts.cwd === undefined ? undefined : context.repoOf(facts.cwd));
    const domain = facts.domain ?? domainOf(repo, context.domains);
    const taskRef = facts.taskRef ?? (facts.branch === undefined ? undefined : taskRefOf(facts.branch));
    const hasTranscript = context.transcripts.has(uid);
    const first = hasTranscript ? undefined : firstWords.get(uid);
    const parent = parentOf(uid, context, spawners.get(uid));
    return {
      ...facts,
      ...timesOf(own),
      ...(repo !== undefined && { repo }),
      ...(domain !== undefined && { domain }),
      ...(taskRef !== undefined && { taskRef }),
      ...(context.foundAt !== undefined && { discoveredAt: context.foundAt }),
      ...(first && { firstWords: first }),
      ...(parent && { parent }),
      ...(context.notRecorded && { notRecorded: context.notRecorded }),
      uid,
      source: context.sourceOf(uid),
      nativeId: uid.slice(flavorOf(uid).length + 1),
      root: rootOf(uid, context, parent),
      workspace: context.workspace,
      add: { ...countersOf(own.map(({ row }) => row)), wallClockMs: hasTranscript ? 0 : elapsedOf(own) },
    };
  });
}

function domainOf(repo: string | undefined, domains: Domains): string | undefined {
  return repo !== undefined && Object.hasOwn(domains, repo) ? domains[repo] : undefined;
}

/** An unrelated session in the file of another, such as Aider's next chat, is its own root. */
function rootOf(uid: SessionUid, { identity }: BatchContext, parent: SessionRow['parent']): SessionUid {
  if (uid !== identity.session && !parent) return uid;
  return identity.root ?? identity.parent?.uid ?? identity.session;
}

function parentOf(
  uid: SessionUid,
  { identity, origin }: BatchContext,
  spawner: SessionUid | undefined,
): SessionRow['parent'] {
  const { session, parent, copiedAs = 'fork' } = identity;
  if (spawner) return { uid: spawner, relation: 'subagent' };
  // A session inside the file of another one is a sub-agent of it, whether or not the call that began it is known.
  if (uid !== session) return uid.startsWith(`${session}/`) ? { uid: session, relation: 'subagent' } : undefined;
  if (parent) return { uid: parent.uid, relation: parent.relation };
  return origin && { uid: origin, relation: copiedAs };
}

/** Later facts replace earlier ones; the folder stays where the session started. */
function merged(patches: readonly SessionPatch[]): Partial<SessionPatch> {
  const facts: Record<string, unknown> = {};
  for (const patch of patches) {
    for (const [name, value] of Object.entries(patch)) {
      if (value !== undefined && !(name === 'cwd' && 'cwd' in facts)) facts[name] = value;
    }
  }
  return facts;
}

/** Titles are written by models and people: one line, without secrets, like summaries. */
function presentable({ title, customTitle, ...facts }: Partial<SessionPatch>): Partial<SessionPatch> {
  return {
    ...facts,
    ...(title && !isEmptyTitle(title) && { title: textSummary(title) }),
    ...(customTitle && { customTitle: textSummary(customTitle) }),
  };
}

function timesOf(events: readonly ScanEvent[]): Pick<SessionRow, 'startedAt' | 'endedAt'> {
  let startedAt = Number.POSITIVE_INFINITY;
  let endedAt = Number.NEGATIVE_INFINITY;
  for (const { row } of events) {
    if (row.at === null) continue;
    startedAt = Math.min(startedAt, row.at);
    endedAt = Math.max(endedAt, row.at);
  }
  return startedAt > endedAt ? {} : { startedAt, endedAt };
}

function elapsedOf(events: readonly ScanEvent[]): number {
  return events.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
}
