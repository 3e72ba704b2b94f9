import type { Registry } from '../../team/registry.ts';
import type { ServerPlace } from '../../team/space-place.ts';
import { madeSpaces } from '../../team/spaces-of.ts';
import type { WriterPool } from './writer/writer-pool.ts';

export interface RetentionParts {
  readonly registry: Registry;
  readonly place: ServerPlace;
  readonly writers: WriterPool;
  readonly clock: () => number;
}

/** Forgets what workspaces do not keep any longer, one archive after the other, and writes it into the audit. */
export async function forgetOld({ registry, place, writers, clock }: RetentionParts): Promise<void> {
  for (const workspace of registry.workspaces()) {
    const { name, keepDays } = workspace;
    if (keepDays === null) continue;
    for (const space of madeSpaces(registry, place, workspace)) {
      const { sessions } = await writers.write(space, 'retain', { before: clock() - keepDays * dayMs });
      if (sessions === 0) continue;
      registry.audit({
        at: clock(),
        actor: 'server',
        token: null,
        workspace: name,
        action: 'forgot old sessions',
        subject: `${sessions} in ${space.name}, older than ${keepDays} days`,
        address: null,
      });
    }
  }
}

const dayMs = 24 * 60 * 60 * 1000;
