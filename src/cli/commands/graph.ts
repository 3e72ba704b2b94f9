import { findSession } from '../../ask/find/find-session.ts';
import { graph, graphSteps } from '../../ask/graph/graph.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { renderGraph } from '../render/history/graph.ts';
import type { Run } from '../run.ts';
import { afterFlag, limitFlag, sessionArgument } from './shared.ts';

export const graphCommand = defineCommand({
  name: 'graph',
  summary: 'Show the steps of a session, each with its direct causes',
  details:
    'A step is a prompt, or a call together with its result. With --json and without --limit all steps are written.',
  positionals: [sessionArgument],
  flags: { after: afterFlag, limit: limitFlag('At most this many steps (100; all with --json)') },
  examples: [
    { line: 'stemma graph', says: 'the newest session' },
    { line: 'stemma graph codex:0199 --json', says: 'all steps and causes, for a program' },
  ],
  async run(run, { args, flags }) {
    await using store = await run.openArchive();
    const session = await findSession(store.read, args[0]);
    if (run.settings.json && flags.limit === undefined && flags.after === undefined)
      return await streamGraph(run, store.read, session);
    const answer = await graph(store.read, session, { limit: flags.limit ?? 100, after: flags.after ?? 0 });
    return await run.answer(answer, () => renderGraph(answer, run));
  },
});

/** One JSON object, written as it is read: a session may have more steps than fit in memory. */
async function streamGraph(run: Run, read: StoreReader, session: Session): Promise<void> {
  let piece = `{"session":${JSON.stringify(session)},"steps":[`;
  let total = 0;
  for await (const step of graphSteps(read, session)) {
    piece += (total === 0 ? '' : ',') + JSON.stringify(step);
    total += 1;
    if (piece.length < 65_536) continue;
    await run.print(piece);
    piece = '';
  }
  await run.print(`${piece}],"total":${total},"truncated":false,"next":null}\n`);
}
