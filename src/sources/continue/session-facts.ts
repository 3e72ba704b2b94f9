import { fileURLToPath } from 'node:url';
import type { SessionUid } from '../../model/ids.ts';
import { name } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { patchOf } from '../reader/draft-of.ts';
import type { SessionPatch } from '../source.ts';
import type { ContinueContext } from './record-context.ts';

/** What a session has besides its history. */
export function factsOf(session: SessionUid, document: JsonObject): SessionPatch[] {
  const title = name(document['title']);
  return patchOf(session, {
    // The placeholder titles of new sessions.
    title: title === 'Untitled Session' || title === 'New Session' ? undefined : title,
    cwd: pathOf(name(document['workspaceDirectory'])),
  });
}

/**
 * No item has a time; only the first save of the session is known. Identified by its session, since a copy of its
 * history is another one.
 */
export function created(context: ContinueContext, at: number | undefined): void {
  if (at !== undefined)
    context.emit(
      `created:${context.session}`,
      { is: 'lifecycle', type: 'created', text: 'Session saved for the first time' },
      { role: 'system', at },
    );
}

/** Editors name folders by address. */
function pathOf(folder: string | undefined): string | undefined {
  if (!folder?.startsWith('file:')) return folder;
  try {
    return fileURLToPath(folder, { windows: /^file:\/{2,3}[A-Za-z](?::|%3A)/i.test(folder) });
  } catch {
    return folder;
  }
}
