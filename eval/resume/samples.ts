import { join } from 'node:path';
import { redacted } from '../../src/ask/redaction/redacted.ts';
import { isOwn, signalsOf } from '../../src/ask/resume/files/file-signals.ts';
import type { FileWeights } from '../../src/ask/resume/files/file-odds.ts';
import { gatherFacts } from '../../src/ask/resume/facts/gather-facts.ts';
import { fileContext } from '../../src/ask/resume/facts/resume-facts.ts';
import { resume } from '../../src/ask/resume/resume.ts';
import { shownPath } from '../../src/ask/resume/files/shown-path.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { StoreReader } from '../../src/store/store.ts';
import type { Session } from '../../src/model/session.ts';
import type { Cut } from './cuts.ts';
import type { Sample } from './fit.ts';
import { scoreOf, type Score } from './score.ts';

/** What is known of the files of a cut session, and which of them were needed again. */
export async function sampleOf(cut: Cut): Promise<Sample> {
  return await asking(cut, async (read, session) => {
    const facts = await gatherFacts(read, session, { sources: async () => sources }, 4000);
    const files = [...signalsOf(fileContext(facts))].flatMap(([file, signals]) => {
      const name = shownPath(file.path, session).split('/').slice(-2).join('/');
      // Whether others were needed again is not known.
      return isOwn(file) && cut.truth.known.has(name) ? [{ name, signals, again: cut.truth.files.has(name) }] : [];
    });
    return { name: cut.name, repository: cut.repository, files, wanted: cut.truth.files };
  });
}

export async function scoreAt(
  cut: Cut,
  budget: number,
  weights?: FileWeights,
): Promise<Score & { readonly over: boolean }> {
  return await asking(cut, async (read, session) => {
    const { text } = await resume(read, session, { budget, sources: async () => sources, ...(weights && { weights }) });
    return { ...scoreOf(text, cut.truth), over: text.length > 4 * budget };
  });
}

async function asking<Answer>(
  { home, session }: Cut,
  ask: (read: StoreReader, session: Session) => Promise<Answer>,
): Promise<Answer> {
  await using store = await openSqlite(join(home, 'stemma.db'), { mode: 'read' });
  const read = redacted(store.read);
  return await ask(read, (await read.session(session))!);
}
