import { findSession } from '../../ask/find/find-session.ts';
import { defineCommand } from '../line/command.ts';
import { limitFlag } from './shared.ts';

export const compareCommand = defineCommand({
  name: 'compare',
  summary: 'Show where two runs of the same task part ways',
  details:
    'Steps are the same when they do the same to the same file or with the same command, whichever agent took them and whatever they ' +
    'wrote or saw. Tells how far both went together, what each did when they parted and which result before it differed, the ' +
    'stretches after that, and how each ended. A fork shares its beginning with the session it left.',
  positionals: [
    { name: 'a', summary: 'Session id, or the beginning of one' },
    { name: 'b', summary: 'The session to compare it with' },
  ],
  flags: { limit: limitFlag('At most this many steps of each (5000)') },
  examples: [
    { line: 'stemma compare claude:3f2a claude:91bc', says: 'two attempts at one task' },
    { line: 'stemma compare claude:3f2a codex:0199 --json', says: 'two agents, for a program' },
  ],
  async run(run, { args, flags }) {
    // Loaded when it is needed: help names every command.
    const { compare } = await import('../../ask/compare/compare.ts');
    const { renderCompare } = await import('../render/causes/compare.ts');
    await using store = await run.openArchive();
    const [a, b] = [await findSession(store.read, args[0]), await findSession(store.read, args[1])];
    const answer = await compare(store.read, a, b, {
      sources: await run.app.sources(),
      raw: run.settings.raw,
      ...(flags.limit !== undefined && { limit: flags.limit }),
    });
    await run.answer(answer, () => renderCompare(answer, run));
  },
});
