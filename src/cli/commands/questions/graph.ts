import { findSession } from '../../../ask/find/find-session.ts';
import { graphSteps } from '../../../ask/graph/graph.ts';
import { graph } from '../../../ask/graph/question.ts';
import type { Session } from '../../../model/session.ts';
import type { StoreReader } from '../../../store/store.ts';
import type { Command } from '../../line/command.ts';
import { questionCommand } from '../../question-command.ts';
import { graphRenderer } from '../../render/history/graph.ts';
import type { Run } from '../../run.ts';

const ask = questionCommand(graph, graphRenderer);

export const graphCommand: Command = {
  ...ask,
  async run(run, input) {
    const { limit, after } = input.flags;
    if (!run.settings.json || limit !== undefined || after !== undefined) return ask.run(run, input);
    await using store = await run.openArchive();
    return await streamGraph(run, store.read, await findSession(store.read, input.args[0]));
  },
};

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
