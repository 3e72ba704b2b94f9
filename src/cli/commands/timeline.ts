import { findSession } from '../../ask/find/find-session.ts';
import { timeline } from '../../ask/timeline/timeline.ts';
import { kinds } from '../../model/words.ts';
import { defineCommand } from '../line/command.ts';
import { renderTimeline } from '../render/history/timeline.ts';
import { afterFlag, limitFlag, sessionArgument } from './shared.ts';

export const timelineCommand = defineCommand({
  name: 'timeline',
  summary: 'Show what happened in a session, in order',
  positionals: [sessionArgument],
  flags: {
    kind: { type: 'choice', placeholder: 'KIND', summary: 'Only events of this kind', choices: kinds },
    after: afterFlag,
    limit: limitFlag('At most this many events (100)'),
  },
  examples: [
    { line: 'stemma timeline', says: 'the newest session' },
    { line: 'stemma timeline claude:3f2a --kind error', says: 'what failed in one' },
    { line: 'stemma timeline claude:3f2a --limit 1000 --json', says: 'the same for a program' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    const answer = await timeline(store.read, session, {
      limit: flags.limit ?? 100,
      after: flags.after ?? 0,
      ...(flags.kind ? { kinds: [flags.kind] } : {}),
    });
    await run.answer(answer, () => renderTimeline(answer, run));
  },
});
