import type { Key, SessionUid } from '../../model/ids.ts';
import type { Source } from '../../sources/source.ts';
import type { ChainRow, EdgeRow, FileMark, Store } from '../../store/store.ts';
import { archivedVersion } from '../archive/archived-version.ts';
import { inferredEdges } from '../link/inferred-edges.ts';
import { scanArchived } from '../scan/scan.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';
import { minedChains } from './mined-chains.ts';
import { SessionAnalysis } from './session-analysis.ts';

/**
 * Finds causes and failures of sessions that have no transcript in what secondary sources, such as hooks, recorded of
 * them. Done once all files are read, from the archive, and anew whenever such a session has grown: the transcript of
 * nearly every session is there by then, and its analysis is the better one.
 */
export async function analyzeSecondary(
  store: Store,
  sources: readonly Source[],
  sessions: readonly SessionUid[],
): Promise<void> {
  const found = new Map<SessionUid, Found>();
  const files = new Map<string, FileMark>();
  for (const uid of sessions) {
    const recorded = await secondaryOf(store, uid);
    if (recorded.length === 0) continue;
    found.set(uid, { tree: (await store.read.treeOf(uid))!, marks: new Map(), edges: [], chains: [] });
    for (const mark of recorded) files.set(mark.path, mark);
  }
  for (const mark of files.values()) {
    const source = sources.find(({ name }) => name === mark.source);
    if (source) await analyzeFile(store, source, mark, found);
  }
  for (const [session, analysis] of found) await store.write.putSecondaryAnalysis({ session, ...analysis });
}

/** None where there is a transcript. What was derived from evicted bytes stays as it is. */
async function secondaryOf({ read }: Store, uid: SessionUid): Promise<readonly FileMark[]> {
  const files = await read.secondaryFiles(uid);
  if (files.length === 0 || files.some(({ evicted }) => evicted) || (await read.hasTranscript(uid))) return [];
  return files;
}

interface Found {
  readonly tree: Key;
  readonly marks: Map<Key, readonly string[]>;
  readonly edges: EdgeRow[];
  readonly chains: ChainRow[];
}

async function analyzeFile(
  store: Store,
  source: Source,
  mark: FileMark,
  found: ReadonlyMap<SessionUid, Found>,
): Promise<void> {
  const analysis = new SessionAnalysis(source);
  const seen = new Set<Key>();
  for (let version = 0; version <= mark.version; version++) {
    const archived = await archivedVersion(store.read, source, mark, version);
    if (archived === undefined) continue;
    const job = { ...archived.job, isAnalysed: true as const };
    for await (const { events, facts } of scanArchived(job, source, archived.bytes)) {
      // A call is reported when it starts and once more when it has ended.
      const fresh = events.filter(({ row }) => found.has(row.session) && seen.size < seen.add(row.key).size);
      const bySession = Map.groupBy(await stored(store, fresh, found), ({ row }) => row.session);
      const factsOf = new Map(events.map((event, at) => [event, facts[at]!]));
      for (const [session, own] of bySession) {
        const { tree, marks, edges } = found.get(session)!;
        const causes = own.map((event, at) => ({ at, found: analysis.add(factsOf.get(event)!) }));
        for (const { row } of own) if (row.marks.length > 0) marks.set(row.key, row.marks);
        edges.push(...(await inferredEdges({ store, copies: noCopies, tree, causes, events: own, fresh: own })));
      }
      for (const story of analysis.takeStories()) {
        const { tree, chains } = found.get(story.session)!;
        chains.push(...(await minedChains({ copies: noCopies, tree, stories: [story] })));
      }
    }
  }
}

/** An event that another secondary source recorded first is stored under that one's key. */
async function stored(
  { write }: Store,
  events: readonly ScanEvent[],
  found: ReadonlyMap<SessionUid, Found>,
): Promise<readonly ScanEvent[]> {
  const known = new Set<Key>();
  for (const [tree, own] of Map.groupBy(events, ({ row }) => found.get(row.session)!.tree))
    for (const key of await write.known(
      tree,
      own.map(({ row }) => row.key),
    ))
      known.add(key);
  return events.filter(({ row }) => known.has(row.key));
}

/** Secondary sources report what happens; they copy no history. */
const noCopies = { originals: async () => () => undefined };
