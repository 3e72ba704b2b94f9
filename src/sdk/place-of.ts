import { join, resolve } from 'node:path';
import { doors, parseInput } from '../ask/question/parse-input.ts';
import { stemmaHome } from '../platform/stemma-home.ts';
import type { Machine } from '../sources/source.ts';

export interface PlaceOptions {
  /** Where stemma keeps its state; STEMMA_HOME, else `~/.stemma`. */
  readonly home?: string;
  /** The archive itself, when it is not in `home`: a file, or `postgres://…`; STEMMA_DB. */
  readonly db?: string;
  /** Workspace of what is added; STEMMA_WORKSPACE, else `local`. */
  readonly workspace?: string;
}

/** The same as fields. */
export const placeFields = {
  home: { type: 'text', max: 4_096, summary: 'The folder where stemma keeps its state; STEMMA_HOME, else ~/.stemma' },
  db: {
    type: 'text',
    max: 4_096,
    summary: 'The archive, when it is not in `home`: a file, or postgres://…; STEMMA_DB',
  },
  workspace: { type: 'text', max: 200, summary: 'The workspace of what is added; STEMMA_WORKSPACE, else local' },
} as const;

export interface Place {
  readonly home: string;
  /** Of the archive. */
  readonly path: string;
  readonly workspace: string;
}

/** Where the archive is, and whose. */
export function placeOf({ env, ...machine }: Machine, options: PlaceOptions): Place {
  const { home: folder, db, workspace } = Object(options) as PlaceOptions;
  const input = parseInput(placeFields, { home: folder, db, workspace }, { ...doors.sdk, now: 0 });
  const home = input.home === undefined ? stemmaHome({ env, ...machine }) : resolve(input.home);
  const byDefault = input.home === undefined && env['STEMMA_DB'] ? env['STEMMA_DB'] : join(home, 'stemma.db');
  return {
    home,
    path: input.db ?? byDefault,
    workspace: input.workspace ?? env['STEMMA_WORKSPACE'] ?? 'local',
  };
}
