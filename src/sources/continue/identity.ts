import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sessionUid } from '../../model/ids.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { DocumentShape, Identity, Peek } from '../source.ts';
import { isDevData } from './dev-data.ts';

export const flavor = 'continue';

export function matches(peek: Peek): boolean {
  return openingOf(peek.head) !== undefined || isDevData(peek);
}

export function document({ head }: Peek): DocumentShape | undefined {
  return openingOf(head) === undefined ? undefined : { records: ['history'] };
}

export function identify(peek: Peek): Identity {
  if (isDevData(peek)) return { session: sessionUid(flavor, 'dev_data'), secondary: 'calls' };
  const { path, head } = peek;
  const stated = openingOf(head)?.['sessionId'];
  const id =
    typeof stated === 'string' && /^[\w.:-]{1,128}$/.test(stated) ? stated : basename(path).replace(/\.json$/, '');
  const begun = createdAt(path, id);
  return { session: sessionUid(flavor, id), ...(begun === undefined ? {} : { begun }) };
}

/** The fields before the history. The object may be cut off anywhere behind them. */
function openingOf(head: string): JsonObject | undefined {
  const fields =
    /^\uFEFF?\s*\{(?:\s*"\w{1,40}"\s*:\s*(?:"(?:[^"\\]|\\.){0,20000}"|[\w.+-]{1,40})\s*,){1,20}?\s*"history"\s*:\s*\[/.exec(
      head,
    )?.[0];
  const parsed = fields === undefined ? undefined : parseRecords(`${fields}]}`);
  const opening = parsed?.ok ? parsed.records[0] : undefined;
  return opening && typeof opening['sessionId'] === 'string' && typeof opening['workspaceDirectory'] === 'string'
    ? opening
    : undefined;
}

/** No session has a time; the index next to it knows when it was first saved. */
function createdAt(path: string, id: string): number | undefined {
  try {
    const index = readFileSync(join(dirname(path), 'sessions.json'), 'utf8');
    const at = index.indexOf(`"${id}"`);
    const entry = at < 0 ? '' : index.slice(at, index.indexOf('}', at));
    const created = Number(/"dateCreated"\s*:\s*"?(\d{12,14})"?/.exec(entry)?.[1]);
    return Number.isFinite(created) ? created : undefined;
  } catch {
    // Gone, or moved away from it.
    return undefined;
  }
}
