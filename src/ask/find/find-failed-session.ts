import { flavorOf, type SessionUid } from '../../model/ids.ts';
import { schemaVersion } from '../../model/schema-version.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { findChainSession } from './find-entry-session.ts';
import { findSession } from './find-session.ts';

/** The session whose failures are asked for; one that is named only in manual entries is shown without events. */
export async function findFailedSession(read: StoreReader, name: string | undefined): Promise<Session> {
  if (name === undefined) return findSession(read);
  const uid = await findChainSession(read, name);
  return (await read.session(uid)) ?? (await manualSession(read, uid));
}

async function manualSession(read: StoreReader, uid: SessionUid): Promise<Session> {
  const page = { limit: 1, offset: 0 };
  const { chains, total } = await read.chains({ session: uid, oldestFirst: true, kinds: ['real'] }, page);
  const { total: open } = await read.chains({ session: uid, kinds: ['real'], states: ['open', 'failed'] }, page);
  const flavor = flavorOf(uid);
  return {
    schema_version: schemaVersion,
    uid,
    source: flavor,
    native_id: uid.slice(flavor.length + 1),
    title: null,
    repo: null,
    domain: null,
    cwd: null,
    branch: null,
    task_ref: null,
    model: null,
    agent_version: null,
    not_recorded: [],
    started_at: chains[0]?.error.at ?? null,
    ended_at: null,
    outcome: 'unknown',
    events: 0,
    steps: 0,
    errors: total,
    open_errors: open,
    cost: {
      input_tokens: 0,
      output_tokens: 0,
      cache_tokens: 0,
      wall_clock_s: 0,
      turns: 0,
      retries: 0,
      usd: null,
      usd_is_exact: true,
    },
    parent: null,
    workspace: 'local',
    source_path: null,
    source_bytes: 0,
    watermarks: { discovered: null, ingested: null, analyzed: null, evicted: null },
  };
}
