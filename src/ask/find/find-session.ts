import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

const shown = 10;
// Sub-agents share the prefix of the session that started them; more than this are not distinguished.
const looked = 300;

/**
 * The session meant by a uid, a native id, or the beginning of either; by the name of its file or the id in it; by words
 * of its title. The newest one for `latest`, `-` or nothing.
 */
export async function findSession(read: StoreReader, name = 'latest', { byIdAlone = false } = {}): Promise<Session> {
  if (name === 'latest' || name === '-') return latest(read);
  const found = name === '' ? [] : withoutSubagents(await read.findSessions(name, looked));
  if (found.length === 1) return found[0]!;
  const [whole, ...others] = found.filter(({ uid }) => isWhole(name, uid));
  if (whole && others.length === 0) return whole;
  if (found.length > 1) throw ambiguous(name, found);
  const uuid = uuidIn(name);
  if (uuid !== undefined) return await findSession(read, uuid);
  if (name.includes('…')) return await findCut(read, name);
  const subagent = isPath(name) ? undefined : await subagentNamed(read, name);
  if (subagent !== undefined && !(subagent instanceof StemmaError)) return subagent;
  const named = byIdAlone ? undefined : ((await findByFile(read, name)) ?? (await findByTitle(read, name)));
  if (named !== undefined) return named;
  const unprefixed = withoutPrefix(name);
  if (unprefixed !== undefined) return await findSession(read, unprefixed);
  throw subagent ?? notFound(name);
}

function isPath(name: string): boolean {
  return /^(?:[~.]{0,2}\/|[A-Za-z]:[\\/])/.test(name) || /\.(?:jsonl?|md|db)$/.test(name);
}

/** The error where it names a sub-agent that is not there: it may still be the title of a session. */
async function subagentNamed(read: StoreReader, name: string): Promise<Session | StemmaError | undefined> {
  const [parent, agent] = splitName(name);
  if (agent === undefined) return undefined;
  try {
    return await findSubagent(read, await findSession(read, parent), agent);
  } catch (error) {
    if (error instanceof StemmaError && error.code === 'session-not-found') return error;
    throw error;
  }
}

/** Shorter texts are in too many names. */
const shortestName = 4;

/** A path, the name of a file, or the id that an agent put into it; a file that several sessions are in has the first. */
async function findByFile(read: StoreReader, name: string): Promise<Session | undefined> {
  if (name.length < shortestName) return undefined;
  const uids = await read.sessionsInFile(name.replaceAll('\\', '/'), looked);
  const found = await sessionsOf(read, uids.slice(0, shown + 1));
  const own = withoutSubagents(found);
  if (own.length > 1) throw ambiguous(name, own, 'in the names of the files of');
  return own[0];
}

/** All its words are in the title; sub-agents are found by their own when nothing else is. */
async function findByTitle(read: StoreReader, name: string): Promise<Session | undefined> {
  const words = name
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (name.trim().length < shortestName) return undefined;
  const page = { limit: looked, offset: 0 };
  const { sessions } = await read.sessions({ text: name, notEmpty: true }, page);
  const found = sessions.filter(({ title }) => words.every((word) => title?.toLowerCase().includes(word)));
  const whole = found.filter(({ title }) => title?.toLowerCase() === name.toLowerCase());
  const [main, all] = [found.filter(({ parent }) => parent?.relation !== 'subagent'), whole.length > 0 ? whole : found];
  const best = whole.length === 0 && main.length > 0 ? main : all;
  if (best.length > 1) throw ambiguous(name, best, 'in the titles of');
  return best[0];
}

async function sessionsOf(read: StoreReader, uids: readonly SessionUid[]): Promise<readonly Session[]> {
  const found = await Promise.all(uids.map((uid) => read.session(uid)));
  return found.filter((session) => session !== undefined);
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

/** Some agents name folders by a UUID without its hyphens. */
function uuidIn(name: string): string | undefined {
  const [, prefix = '', digits] = /^(\w+:)?([0-9a-f]{32})$/.exec(name) ?? [];
  return digits && prefix + digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** `session_6dba964b-…`, as its agent writes it: where all ids of an agent begin with the same word, ours leave it out. */
function withoutPrefix(name: string): string | undefined {
  return /^[a-z]{2,16}_([0-9a-f]{8}-[0-9a-f-]{4,40})$/.exec(name)?.[1];
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

function ambiguous(name: string, found: readonly Session[], where = 'the beginning of'): StemmaError {
  const candidates = found
    .slice(0, shown)
    .map(({ uid, started_at, title }) => [uid, started_at?.slice(0, 10), title].filter(Boolean).join('  '));
  const more = found.length > shown ? ['and more'] : [];
  const count = found.length > shown ? `more than ${shown}` : String(found.length);
  return new StemmaError('ambiguous-id', `"${redact(name)}" is ${where} ${count} sessions.`, {
    hint: ['Give more of it; it could be', ...candidates, ...more].join('\n'),
  });
}
