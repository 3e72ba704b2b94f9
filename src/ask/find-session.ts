import type { Session } from '../model/session.ts';
import { StemmaError } from '../model/stemma-error.ts';
import type { StoreReader } from '../store/store.ts';

const shown = 10;

/** The session meant by a uid, a native id, or the beginning of either; the newest one for `latest`, `-` or nothing. */
export async function findSession(read: StoreReader, name = 'latest'): Promise<Session> {
  if (name === 'latest' || name === '-') return latest(read);
  const found = name === '' ? [] : await read.findSessions(name, shown + 1);
  if (found.length === 1) return found[0]!;
  if (found.length > 1) throw ambiguous(name, found);
  throw new StemmaError('session-not-found', `There is no session "${name}" in this archive.`, {
    hint: '`stemma sessions --all` lists the sessions there are; `stemma ingest` reads what is new.',
  });
}

async function latest(read: StoreReader): Promise<Session> {
  const { sessions } = await read.sessions({ topLevel: true, notEmpty: true }, { limit: 1, offset: 0 });
  if (sessions[0]) return sessions[0];
  throw new StemmaError('session-not-found', 'There is no session in this archive yet.', {
    hint: '`stemma ingest` reads what your agents left on this machine; `stemma demo` shows a built-in story.',
  });
}

function ambiguous(name: string, found: readonly Session[]): StemmaError {
  const candidates = found.slice(0, shown).map(({ uid, started_at, title }) => [uid, started_at?.slice(0, 10), title].filter(Boolean).join('  '));
  const more = found.length > shown ? ['and more'] : [];
  const count = found.length > shown ? `more than ${shown}` : String(found.length);
  return new StemmaError('ambiguous-id', `"${name}" is the beginning of ${count} sessions.`, {
    hint: ['Give more of it; it could be', ...candidates, ...more].join('\n'),
  });
}
