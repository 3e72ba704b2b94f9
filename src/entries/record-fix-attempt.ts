import { defineEntry, type EntryContext } from './entry.ts';
import { at, chain, checkChain, checkSession, session } from './fields.ts';

export const recordFixAttempt = defineEntry({
  name: 'recordFixAttempt',
  summary: 'Remember what was tried against a failure, and whether it helped',
  input: {
    chain,
    action: {
      type: 'prose',
      required: true,
      aliases: ['actionTaken'],
      remoteMax: 2_000,
      summary: 'What was done, in one line: "npm ci", "await the promise in load()"',
    },
    codeChanges: { type: 'prose', nullable: true, remoteMax: 64_000, summary: 'A patch, or a description of one' },
    successful: { type: 'flag', summary: 'Whether it fixed the failure, if that is known' },
    session: { ...session, summary: "The session it was made in, if another than the failure's" },
    at,
  },
  positionals: ['chain'],
  async check(read, input) {
    await checkSession(read, input);
    await checkChain(read, input);
  },
  async run({ store, clock }: EntryContext, { chain: name, session: sessionName, ...attempt }) {
    const { changeChain } = await import('./change-chain.ts');
    const { recordAttempt } = await import('../ingest/manual/record-attempt.ts');
    const { sessionOfEntry } = await import('../ingest/manual/session-of-entry.ts');
    const made = sessionName === undefined ? undefined : await sessionOfEntry(store.read, sessionName);
    const changed = await changeChain(store, name, (known) =>
      recordAttempt(store, known, attempt, { now: clock(), ...(made !== undefined && { session: made }) }),
    );
    return { attempt: changed.recorded, chain: changed.chain };
  },
});
