import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPostgres } from '../store/archive-address.ts';
import type { SpacePlace } from './space-place.ts';

/** Whether anything was ever written to a space. Reading makes no archive. */
export function isMade(place: SpacePlace): boolean {
  return existsSync(isPostgres(place.archive) ? markOf(place) : place.archive);
}

/** Remembers that its database exists: asking PostgreSQL before each question would take a connection. */
export function markMade(place: SpacePlace): void {
  if (!isPostgres(place.archive) || isMade(place)) return;
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  writeFileSync(markOf(place), '', { mode: 0o600 });
}

function markOf({ folder }: SpacePlace): string {
  return join(folder, 'in-postgresql');
}
