import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../bench/generate/random.ts';
import { windowsOf, type JudgeWindow } from '../../src/ask/judge/windows.ts';
import { shuffled } from '../shuffled.ts';
import { findInArchive, type ArchivedSession } from './archived-session.ts';
import { mayShowFailure } from './possible-failures.ts';
import type { ReadBefore } from './read-before.ts';

/** A session with fewer has little to label. */
const leastFailures = 3;

/** A session, or a part of it, for a reader to label. */
export interface Drawn {
  readonly name: string;
  /** In the corpus. */
  readonly file: string;
  readonly uid: string;
  readonly agent: string;
  readonly repository: string;
  /** The question, and the first and the last call it is about. */
  readonly window: JudgeWindow;
  /** The agent's own ids of the steps up to the end of the window, by their names in the question. */
  readonly steps: Readonly<Record<string, string>>;
}

/** The files of one agent in one repository: `corpus/<agent>/<owner>__<name>/`. */
interface Stratum {
  readonly repository: string;
  readonly files: readonly string[];
}

/** Draws in turn from every agent and repository, so that those with many sessions leave room for the others. */
export async function draw(
  corpus: string,
  { count, budget, random, before }: { count: number; budget: number; random: Random; before: ReadBefore },
): Promise<readonly Drawn[]> {
  let urns = shuffled(strataOf(corpus), random).map(({ repository, files }) => ({
    repository,
    files: [...shuffled(files, random)],
  }));
  const drawn: Drawn[] = [];
  while (urns.length > 0 && drawn.length < count) {
    for (const { repository, files } of urns) {
      if (drawn.length === count) break;
      while (files.length > 0) {
        const found = await suitable(corpus, files.pop()!, { budget, random, before });
        if (found === undefined) continue;
        const name = `${found.agent}-${repository.split('/').at(-1)!.toLowerCase()}`;
        const same = drawn.filter((each) => each.repository === repository && each.agent === found.agent).length;
        drawn.push({ ...found, repository, name: `${name}-${same + 1}` });
        break;
      }
    }
    urns = urns.filter(({ files }) => files.length > 0);
  }
  return drawn;
}

function strataOf(corpus: string): readonly Stratum[] {
  const folders = (path: string): readonly string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted();
  return folders(corpus).flatMap((agent) =>
    folders(join(corpus, agent)).map((repository) => ({
      repository: repository.replace('__', '/'),
      files: readdirSync(join(corpus, agent, repository))
        .toSorted()
        .map((file) => join(agent, repository, file)),
    })),
  );
}

interface Wanted {
  readonly budget: number;
  readonly random: Random;
  readonly before: ReadBefore;
}

/** A session of the file that nobody has read and that has possible failures; undefined when it holds none. */
async function suitable(
  corpus: string,
  file: string,
  { budget, random, before }: Wanted,
): Promise<Omit<Drawn, 'name' | 'repository'> | undefined> {
  return await findInArchive(
    [join(corpus, file)],
    async (archived) => {
      const { session, nodes, idOf } = archived;
      if (before.has(archived)) return undefined;
      const window = await windowWithFailures(archived, budget, random);
      if (window === undefined) return undefined;
      before.add(archived);
      const end = nodes.findIndex(({ name }) => name === window.calls.to);
      const steps = nodes.slice(0, end + 1).flatMap((node) => {
        const id = idOf(node);
        return id === null ? [] : [[node.name, id] as const];
      });
      const { uid } = session;
      return { file, uid, agent: uid.split(':')[0]!, window, steps: Object.fromEntries(steps) };
    },
    (sessions) =>
      shuffled(
        sessions.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
        random,
      ),
  );
}

/** The whole session where it fits into one question; else one of its windows. */
async function windowWithFailures(
  { session, passages, nodes, read }: ArchivedSession,
  budget: number,
  random: Random,
): Promise<JudgeWindow | undefined> {
  const seen = new Set<string>(
    (await read.failuresIn(session.uid, { limit: 100_000, offset: 0 })).map(({ step }) => step),
  );
  const failures = new Set(nodes.filter((node) => seen.has(node.step.id) || mayShowFailure(node)));
  const windows = windowsOf(session, passages, budget).filter(({ calls: { from, to } }) => {
    const at = (name: string): number => nodes.findIndex((node) => node.name === name);
    return nodes.slice(at(from), at(to) + 1).filter((node) => failures.has(node)).length >= leastFailures;
  });
  return windows.length === 0 ? undefined : random.of(windows);
}
