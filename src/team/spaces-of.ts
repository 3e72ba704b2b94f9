import { isMade } from './is-made.ts';
import type { Registry, Workspace } from './registry.ts';
import { spacePlace, type ServerPlace, type SpacePlace } from './space-place.ts';

/** Every archive that a workspace may have: everybody's, and one for each user. */
export function allSpaces(registry: Registry, place: ServerPlace, workspace: Workspace): readonly SpacePlace[] {
  return [undefined, ...registry.users(workspace)].map((user) => spacePlace(place, workspace, user));
}

/** Those that were ever written to. */
export function madeSpaces(registry: Registry, place: ServerPlace, workspace: Workspace): readonly SpacePlace[] {
  return allSpaces(registry, place, workspace).filter(isMade);
}
