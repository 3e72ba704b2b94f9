import { existsSync, renameSync, rmSync } from 'node:fs';
import type { TeamMemory } from '../../ask/team-memory/exported-memory.ts';
import { embedFailures } from '../../ingest/analysis/embed-failures.ts';
import { noLines } from '../../ingest/scan/scan-batch.ts';
import type { Chain, FixAttempt } from '../../model/chain.ts';
import {
  attemptRef,
  chainRef,
  eventRef,
  type EventRef,
  flavorOf,
  invocationRef,
  type SessionUid,
  treeKey,
} from '../../model/ids.ts';
import type { Invocation } from '../../model/invocation.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { isObject } from '../../platform/parse-records.ts';
import { teamMemoryPath } from '../../platform/team-memory-path.ts';
import { noCounters } from '../../store/rows/session-counters.ts';
import type { AttemptRow, ChainRow, InvocationRow, Store, StoreReader } from '../../store/store.ts';

export function removeTeamMemory(home: string): boolean {
  const isThere = existsSync(teamMemoryPath(home));
  for (const end of ['', '-wal', '-shm', '.writer']) rmSync(`${teamMemoryPath(home)}${end}`, { force: true });
  return isThere;
}

export interface StoreMemoryOptions {
  readonly home: string;
  readonly openStore: (path: string) => Promise<Store>;
  /** The archive of this machine: what it has itself is not pulled. */
  readonly own: StoreReader;
  readonly now: number;
}

export interface StoredMemory {
  readonly failures: number;
  readonly uses: number;
  readonly sessions: number;
}

/** Replaces what was pulled before. Whoever asks meanwhile sees the one or the other. */
export async function storeTeamMemory(memory: TeamMemory, options: StoreMemoryOptions): Promise<StoredMemory> {
  const { home, openStore, own, now } = options;
  const path = teamMemoryPath(home);
  const draft = `${path}.new`;
  const removeDraft = () => ['', '-wal', '-shm', '.writer'].forEach((end) => rmSync(`${draft}${end}`, { force: true }));
  removeDraft();
  const isOurs = await knownHere(own, memory);
  const chains = memory.chains.flatMap((chain) => (isOurs(chain.error.session) ? [] : chainRows(chain)));
  const uses = memory.uses.flatMap((use) => (isOurs(use.session) ? [] : useRows(use)));
  const sessions = memory.sessions.filter(({ uid }) => !isOurs(uid));
  try {
    {
      await using store = await openStore(draft);
      await store.write.gather();
      for (const session of sessions) await putSession(store, session, now);
      await store.write.putChains(chains);
      await store.write.putManualUses(uses);
      await store.write.flush();
      await embedFailures(store);
      await store.write.setMeta('ingested_at', String(now));
    }
    // Windows does not replace a file that is open; its log belongs to the one before.
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    renameSync(draft, path);
  } finally {
    removeDraft();
  }
  return { failures: chains.length, uses: uses.length, sessions: sessions.length };
}

/** Checks the outline of what a server sent. */
export function asTeamMemory(value: unknown): TeamMemory {
  if (
    isObject(value) &&
    value['format'] === 1 &&
    ['chains', 'uses', 'sessions'].every((name) => Array.isArray(value[name]))
  )
    return value as unknown as TeamMemory;
  throw new StemmaError('bad-answer', 'The server did not answer with the memory of a team.', {
    hint: 'Use the same version of stemma on the machine and on the server.',
  });
}

async function knownHere(own: StoreReader, { sessions }: TeamMemory): Promise<(uid: SessionUid | null) => boolean> {
  const known = new Set<SessionUid>();
  for (const { uid } of sessions)
    if ((await own.session(uid)) !== undefined || (await own.isForgotten(uid))) known.add(uid);
  return (uid) => uid !== null && known.has(uid);
}

/** A session that is only a name: where something happened. */
async function putSession(
  store: Store,
  { uid, source, repo }: TeamMemory['sessions'][number],
  at: number,
): Promise<void> {
  await store.write.commit({
    tree: treeKey(uid),
    file: {
      path: `team:${uid}`,
      source,
      session: uid,
      role: 'side',
      version: 0,
      bytes: 0,
      offset: 0,
      lines: noLines,
      torn: false,
      size: 0,
      mtimeMs: 0,
      state: null,
      readAt: at,
    },
    pieces: [],
    sessions: [
      {
        uid,
        source,
        nativeId: uid.slice(flavorOf(uid).length + 1),
        root: uid,
        workspace: 'team',
        ...(repo !== null && { repo }),
        add: noCounters,
      },
    ],
    events: [],
    again: [],
    replaced: [],
    outcomes: [],
    links: [],
    edges: [],
    chains: [],
    unknown: [],
    issues: [],
    renewed: false,
  });
}

/** None when its id is of another form. */
function chainRows(chain: Chain): readonly ChainRow[] {
  const ref = chainRef(chain.id);
  if (!ref) return [];
  const { error, attempts, state, resolved_at: resolvedAt, verified_by: verifiedBy } = chain;
  return [
    {
      ...ref,
      basis: chain.basis,
      session: error.session,
      kind: error.kind,
      type: error.type,
      message: error.message,
      fingerprint: error.fingerprint,
      lines: error.lines,
      also: error.also,
      detectedBy: error.detected_by,
      action: error.action,
      marks: error.marks,
      context: error.context === null ? null : JSON.stringify(error.context),
      output: error.output,
      at: timeOf(error.at),
      state,
      resolvedAt: timeOf(resolvedAt),
      resolutionMs: chain.resolution_ms,
      verifiedBy: (verifiedBy !== null && eventRef(verifiedBy)) || null,
      culprit: [],
      attempts: attempts.flatMap(attemptRows),
    },
  ];
}

function attemptRows({
  id,
  action,
  code_changes: codeChanges,
  successful,
  marks,
  at,
}: FixAttempt): readonly AttemptRow[] {
  const ref: EventRef | undefined = attemptRef(id) ?? eventRef(id);
  return ref ? [{ id: ref, action, codeChanges, successful, marks, at: timeOf(at) }] : [];
}

function useRows(use: Invocation): readonly InvocationRow[] {
  const ref = invocationRef(use.id);
  if (!ref) return [];
  return [
    {
      ...ref,
      skill: use.skill,
      what: use.what,
      session: use.session,
      at: timeOf(use.at),
      path: use.workflow_path,
      phase: use.workflow_phase,
      query: use.user_query,
      request: use.request,
      alternatives: use.alternatives,
      rank: use.selection_rank,
      end: {
        completed: use.completed,
        durationSeconds: use.duration_seconds,
        followUps: use.follow_ups,
        errorType: use.error_type,
      },
    },
  ];
}

function timeOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}
