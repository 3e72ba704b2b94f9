import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

const shown = 10;
// Sub-agents share the prefix of the session that started them; more than this are not distinguished.
const looked = 300;

/** The session meant by a uid, a native id, or the beginning of either; the newest one for `latest`, `-` or nothing. */
export async function findSession(read: StoreReader, name = 'latest'): Promise<Session> {
  if (name === 'latest' || name === '-') return latest(read);
  const found = name === '' ? [] : withoutSubagents(await read.findSessions(name, looked));
  if (found.length === 1) return found[0]!;
  const [whole, ...others] = found.filter(({ uid }) => isWhole(name, uid));
  if (whole && others.length === 0) return whole;
  if (found.length > 1) throw ambiguous(name, found);
  if (name.includes('…')) return await findCut(read, name);
  const [parent, agent] = splitName(name);
  if (agent !== undefined) return await findSubagent(read, await findSession(read, parent), agent);
  throw notFound(name);
}

function notFound(name: string): StemmaError {
  return new StemmaError('session-not-found', `There is no session "${redact(name)}" in this archive.`, {
    hint: '`stemma sessions --all` lists the sessions there are; `stemma ingest` reads what is new.',
  });
}

/** Whoever stops before the slash means the session itself. */
function withoutSubagents(found: readonly Session[]): readonly Session[] {
  return found.filter(({ uid }) => !found.some((other) => uid.startsWith(`${other.uid}/`)));
}

/** Of an id like `20261119_1-213857` the agent's own part, which is the beginning of `20261119_10-…` too. */
function isWhole(name: string, uid: string): boolean {
  return /_\d+$/.test(name) && (uid.startsWith(`${name}-`) || uid.includes(`:${name}-`));
}

/** `claude:3f2a/7c`: a sub-agent by the beginning of its session and the beginning of its own id. */
function splitName(name: string): readonly [string, string | undefined] {
  const slash = name.lastIndexOf('/');
  return slash > 0 ? [name.slice(0, slash), name.slice(slash + 1)] : [name, undefined];
}

async function findSubagent(read: StoreReader, parent: Session, agent: string): Promise<Session> {
  const found = await read.findSessions(`${parent.uid}/${agent}`, shown + 1);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) throw ambiguous(agent, found);
  throw new StemmaError('session-not-found', `${parent.uid} has no sub-agent "${redact(agent)}".`, {
    hint: `\`stemma tree ${parent.uid}\` shows those it has.`,
  });
}

/** A name as it was shown where there was little room: its two ends. */
async function findCut(read: StoreReader, name: string): Promise<Session> {
  const [head = '', ...rest] = name.split('…');
  const [parent, agent] = splitName(head);
  const start = agent === undefined ? head : `${(await findSession(read, parent)).uid}/${agent}`;
  const found = (await read.findSessions(start, looked)).filter(({ uid }) => uid.endsWith(rest.at(-1)!));
  if (found.length === 1) return found[0]!;
  if (found.length > 1) throw ambiguous(name, found);
  throw notFound(name);
}

async function latest(read: StoreReader): Promise<Session> {
  const { sessions } = await read.sessions({ topLevel: true, notEmpty: true }, { limit: 1, offset: 0 });
  if (sessions[0]) return sessions[0];
  throw new StemmaError('session-not-found', 'There is no session in this archive yet.', {
    hint: '`stemma ingest` reads what your agents left on this machine; `stemma demo` shows a built-in story.',
  });
}

function ambiguous(name: string, found: readonly Session[]): StemmaError {
  const candidates = found
    .slice(0, shown)
    .map(({ uid, started_at, title }) => [uid, started_at?.slice(0, 10), title].filter(Boolean).join('  '));
  const more = found.length > shown ? ['and more'] : [];
  const count = found.length > shown ? `more than ${shown}` : String(found.length);
  return new StemmaError('ambiguous-id', `"${redact(name)}" is the beginning of ${count} sessions.`, {
    hint: ['Give more of it; it could be', ...candidates, ...more].join('\n'),
  });
}
