import type { IngestReport } from '../../ingest/ingest.ts';
import type { Run } from '../run.ts';
import { defineCommand } from '../line/command.ts';
import { ingestRun, reportProblems } from '../runs/ingest-run.ts';
import { renderIngest } from '../render/system/ingest.ts';
import { sourceNamed } from '../../ask/question/filter.ts';

export const ingestCommand = defineCommand({
  details:
    'Only what was added since the last time is read. Nothing is ever written to the folders of the agents. Ctrl-C keeps what was read; ' +
    'the next run continues there.',
  positionals: [
    {
      name: 'path',
      summary: 'Transcript, or folder with transcripts; recognised by content',
      optional: true,
      many: true,
    },
  ],
  flags: {
    source: {
      type: 'text',
      placeholder: 'NAME',
      completes: 'agents',
      summary: 'Only this agent, such as claude-code or codex',
    },
    workspace: { type: 'text', placeholder: 'NAME', summary: 'Put new sessions into this workspace (local)' },
  },
  examples: [
    { line: 'stemma ingest', says: "every agent's history on this machine" },
    { line: 'stemma ingest --source codex', says: "only Codex's" },
    { line: 'stemma ingest ~/Downloads/session.jsonl', says: 'a transcript somebody sent you' },
  ],
  async run(run, { args, flags }) {
    const report = await ingested(run, {
      ...(args.length > 0 ? { paths: args } : {}),
      ...(flags.source ? { only: sourceNamed(await run.app.sources(), flags.source).name } : {}),
    });
    reportProblems(run, report);
    await run.answer(report, () =>
      renderIngest(report, { ...(args.length > 0 ? { below: args } : {}), columns: run.columns }),
    );
    if (run.settings.push) await (await import('../runs/push/push-run.ts')).pushBriefly(run);
    return args.length > 0 && report.files === 0 && report.problems.length > 0 ? 1 : 0;
  },
});

/** The archive is closed again when it is sent to the server. */
async function ingested(run: Run, what: Parameters<typeof ingestRun>[2]): Promise<IngestReport> {
  await using store = await run.openToWrite();
  return await ingestRun(run, store, what);
}
