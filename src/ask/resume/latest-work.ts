import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

/** The latest session in a repository, by its name or path. */
export async function latestWorkIn(read: StoreReader, repo: string): Promise<Session> {
  const found = await newestOf(read, repo);
  if (found) return found;
  throw new StemmaError('session-not-found', `No session has worked in ${redact(repo)}.`, {
    hint: '`stemma sessions` lists the sessions there are, and `stemma ingest` reads what is new.',
  });
}

/** The latest session in a folder or, inside a repository, anywhere in it. */
export async function latestWorkHere(read: StoreReader, folder: string): Promise<Session> {
  for (const place of upToRepository(folder)) {
    const found = await newestOf(read, place);
    if (found) return found;
  }
  throw new StemmaError('session-not-found', `No session has worked in ${redact(folder)}.`, {
    hint: 'Name a session, as `stemma sessions` lists them, or a repository with --repo; `stemma resume latest` takes the newest of all.',
  });
}

async function newestOf(read: StoreReader, repo: string): Promise<Session | undefined> {
  return (await read.sessions({ repo, topLevel: true, notEmpty: true }, { limit: 1, offset: 0 })).sessions[0];
}

/** The folder and its parents within the same repository; outside a repository only the folder. */
function upToRepository(folder: string): readonly string[] {
  const places: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    places.push(at);
    if (existsSync(join(at, '.git'))) return places;
    if (dirname(at) === at) return [folder];
  }
}
