import { defineCommand } from '../line/command.ts';

export const auditCommand = defineCommand({
  details:
    'For the machine that `stemma server` runs on: tokens that were made, revoked or refused, workspaces, and what was ' +
    'entered, pushed or forgotten by whom. The newest first. It is kept for 400 days, at most half a million lines.',
  positionals: [],
  flags: {
    workspace: { type: 'text', placeholder: 'NAME', summary: 'Only of this workspace' },
    since: { type: 'time', placeholder: 'TIME', summary: 'Only from then on, such as 7d' },
    limit: { type: 'integer', min: 1, placeholder: 'N', summary: 'At most this many (default: 50)' },
  },
  examples: [
    { line: 'stemma audit --since 1d', says: 'what happened since yesterday' },
    { line: 'stemma audit --json --limit 100000', says: 'all of it, for a program' },
  ],
  async run(run, { flags: { workspace, since, limit = 50 } }) {
    const { auditRun } = await import('../runs/team/audit-run.ts');
    await auditRun(run, { workspace, since }, limit);
  },
});
