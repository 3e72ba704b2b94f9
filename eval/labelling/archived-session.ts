import { join } from 'node:path';
import { readTranscript, type Node, type Passage } from '../../src/ask/judge/transcript.ts';
import { isNode } from '../../src/ask/judge/render.ts';
import type { Stemma } from '../../src/index.ts';
import type { Session } from '../../src/model/session.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { StepNames } from '../answers.ts';
import { withArchive } from '../archive.ts';

/** A session of an archive, as a reader sees it. */
export interface ArchivedSession {
  readonly session: Session;
  readonly passages: readonly Passage[];
  readonly nodes: readonly Node[];
  /** The agent's own id of a node, as labels name it. */
  readonly idOf: (node: Node) => string | null;
  readonly read: StoreReader;
}

/** Ingests the files into an archive of their own and visits each session in it until the work returns something. */
export async function findInArchive<Result>(
  files: readonly string[],
  work: (archived: ArchivedSession) => Promise<Result | undefined>,
  inOrder: (sessions: readonly Session[]) => readonly Session[] = (sessions) => sessions,
): Promise<Result | undefined> {
  return await withArchive(files, async (stemma, home) => {
    await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
    const { sessions } = await stemma.sessions({ limit: 100_000 });
    const names = await stepNames(stemma, sessions);
    for (const session of inOrder(sessions)) {
      const passages = await readTranscript(store.read, session, sources);
      const nodes = passages.filter(isNode);
      const idOf = ({ step }: Node): string | null => names.of(step.id, step.native_id);
      const found = await work({ session, passages, nodes, idOf, read: store.read });
      if (found !== undefined) return found;
    }
    return undefined;
  });
}

/** Over all sessions, as answers are read when they are scored. */
async function stepNames(stemma: Stemma, sessions: readonly Session[]): Promise<StepNames> {
  const names = new StepNames();
  for (const { uid } of sessions)
    for (const { id, native_id } of (await stemma.graph(uid, { limit: 1_000_000 })).steps) names.add(id, native_id);
  return names;
}
