import { join, resolve } from 'node:path';
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

export interface Place {
  readonly home: string;
  /** Of the archive. */
  readonly path: string;
  readonly workspace: string;
}

/** Where the archive is, and whose. */
export function placeOf(machine: Machine, options: PlaceOptions): Place {
  const home = options.home === undefined ? stemmaHome(machine) : resolve(options.home);
  return {
    home,
    path:
      options.db ??
      (options.home === undefined && machine.env['STEMMA_DB'] ? machine.env['STEMMA_DB'] : join(home, 'stemma.db')),
    workspace: options.workspace ?? machine.env['STEMMA_WORKSPACE'] ?? 'local',
  };
}
