import { findSession } from '../../ask/find/find-session.ts';
import { tree } from '../../ask/tree/tree.ts';
import { defineCommand } from '../line/command.ts';
import { renderTree } from '../render/history/tree.ts';
import { limitFlag, sessionArgument } from './shared.ts';

export const treeCommand = defineCommand({
  name: 'tree',
  summary: 'Show a session by turns, sub-agents under their calls',
  details: 'Forks and resumes are shown where they left from, as sessions of their own; `stemma tree` opens them too.',
  positionals: [sessionArgument],
  flags: { limit: limitFlag('At most this many steps, over all sub-agents (200)') },
  examples: [
    { line: 'stemma tree', says: 'the newest session' },
    { line: 'stemma tree claude:3f2a --limit 1000', says: 'a long one, whole' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const answer = await tree(store.read, await findSession(store.read, args[0]), { limit: flags.limit ?? 200 });
    await run.answer(answer, () => renderTree(answer, run));
  },
});
