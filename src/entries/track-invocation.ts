import { defineEntry, type WorkspaceContext } from './entry.ts';
import { at, checkSession, session } from './fields.ts';

export const trackInvocation = defineEntry({
  name: 'trackInvocation',
  summary: 'Remember that a skill is being used',
  input: {
    skill: {
      type: 'prose',
      required: true,
      aliases: ['skillName'],
      remoteMax: 200,
      summary: 'The name of the skill, such as code-review',
    },
    workflowPath: { type: 'prose', remoteMax: 2_000, summary: 'Which way the work took, by a name of your own' },
    workflowPhase: { type: 'prose', remoteMax: 200, summary: 'Where in the work it is used, such as execution' },
    userQuery: { type: 'prose', remoteMax: 64_000, summary: 'What it is used for, as the user put it' },
    alternatives: {
      type: 'texts',
      max: 64_000,
      aliases: ['alternativesConsidered'],
      summary: 'What else could have been used',
    },
    selectionRank: { type: 'integer', min: 1, summary: 'Its place in the list it was chosen from; the first is 1' },
    session: { ...session, summary: "The session it is used in: its uid, the agent's own id, or a name of your own" },
    at: {
      ...at,
      summary: 'When it began: a date, milliseconds, or text such as 2026-03-02T09:00:00Z; now when absent',
    },
  },
  positionals: ['skill'],
  check: checkSession,
  async run({ store, workspace, clock }: WorkspaceContext, { session: sessionName, ...use }) {
    const { recordUse } = await import('../ingest/manual/record-use.ts');
    const { sessionOfEntry } = await import('../ingest/manual/session-of-entry.ts');
    return recordUse(store, use, {
      workspace,
      clock,
      ...(sessionName !== undefined && { session: await sessionOfEntry(store.read, sessionName) }),
    });
  },
});
