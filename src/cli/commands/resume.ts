import { keepHeapSmall } from '../../platform/keep-heap-small.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Session } from '../../model/session.ts';
import { repoNamed } from '../settings/repo-named.ts';

export const resumeCommand = defineCommand({
  name: 'resume',
  summary: 'Tell what you need to know to go on with a session',
  details:
    'A pack within a budget of tokens, for you or to give to an agent: what was asked, in the words it was asked in; where the work stands; the files ' +
    'it will need again, with what was done to each; commands that work here, and those that do not; errors that are open and what was tried; what was ' +
    'decided; what led nowhere; what comes next. A session that goes on from another is told with it, and so is what came before a compaction. It is ' +
    'read from the end, so that a long session takes no longer than a short one. With --json, or --steps, every line names the step that shows it.',
  positionals: [
    {
      name: 'session',
      summary: 'Session id, or the beginning of one; the last one at work in this folder when absent',
      optional: true,
    },
  ],
  flags: {
    budget: {
      type: 'integer',
      min: 1,
      placeholder: 'N',
      summary: 'At most this many tokens, of four characters each (1000)',
    },
    at: { type: 'text', placeholder: 'EVENT', summary: 'As it stood right after this event' },
    repo: {
      type: 'text',
      placeholder: 'REPO',
      summary: 'The last session at work in this repository, by name or by path',
    },
    format: { type: 'choice', placeholder: 'FORMAT', choices: ['md', 'json'], summary: 'md or json (md)' },
    steps: { type: 'flag', summary: 'Name the step behind every line' },
  },
  examples: [
    { line: 'stemma resume', says: 'the latest work in this folder' },
    { line: 'stemma resume claude:3f2a --budget 300', says: 'one session, in few words' },
    { line: 'stemma resume --repo shop --budget 4000', says: 'the latest work in a repository, at length' },
    { line: 'stemma resume claude:3f2a --at ev_7k3m9qa --json', says: 'as it stood then, for a program' },
  ],
  async run(run, { args, flags: { budget, at, repo, format, steps } }) {
    // Of a session of any length within 100 MB, also from a server.
    keepHeapSmall();
    const { resume } = await import('../../ask/resume/resume.ts');
    const { findEvent } = await import('../../ask/find/find-event.ts');
    await using store = await run.openArchive();
    const session = await sessionToResume(store.read, args[0], repo);
    const event = at === undefined ? undefined : await findEvent(store.read, at, session.uid);
    const answer = await resume(store.read, session, {
      sources: () => run.app.sources(),
      raw: run.settings.raw,
      ...(budget !== undefined && { budget }),
      ...(event && { at: event }),
      ...(steps && { steps }),
    });
    await answerAs(run, answer, format);
  },
});

/** The session that is meant: by its name, by its repository, or by where we are. */
export async function sessionToResume(
  read: StoreReader,
  name: string | undefined,
  repo: string | undefined,
): Promise<Session> {
  const { findSession } = await import('../../ask/find/find-session.ts');
  const { latestWorkHere, latestWorkIn } = await import('../../ask/resume/latest-work.ts');
  if (name !== undefined) return await findSession(read, name);
  return repo === undefined ? await latestWorkHere(read, process.cwd()) : await latestWorkIn(read, repoNamed(repo));
}

async function answerAs(run: Run, answer: { readonly text: string }, format: 'md' | 'json' | undefined): Promise<void> {
  if (format === 'json' && !run.settings.json) return await run.print(`${JSON.stringify(answer)}\n`);
  await run.answer(answer, () => `${answer.text}\n`);
}
