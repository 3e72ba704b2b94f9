import { defineEntry, type WorkspaceContext } from './entry.ts';
import { at } from './fields.ts';

/** What is known of where a failure happened. */
const context = {
  file: { type: 'prose', remoteMax: 2_000, summary: 'Where it happened' },
  line: { type: 'integer', min: 0, remoteMax: 100_000_000, summary: 'The line in that file' },
  code: { type: 'prose', remoteMax: 8_000, summary: 'The code at fault' },
  stack: { type: 'prose', remoteMax: 64_000, summary: 'The stack trace, if it is not in the message' },
  reproduction: { type: 'prose', remoteMax: 8_000, summary: 'How to make it happen again' },
} as const;

export const recordErrorEvent = defineEntry({
  name: 'recordErrorEvent',
  summary: 'Remember a failure',
  input: {
    message: { type: 'prose', required: true, remoteMax: 64_000, summary: 'What it said: a line, or the whole output' },
    context: { type: 'object', fields: context, summary: 'What is known of where it happened' },
    session: { type: 'text', max: 400, summary: 'The session it happened in: its uid, or the start of one' },
    at,
  },
  positionals: [],
  async check(read, { session }) {
    const { sessionNamed } = await import('../ask/find/session-named.ts');
    if (session !== undefined) await sessionNamed(read, session);
  },
  async run({ store, workspace, clock }: WorkspaceContext, { session, ...failure }) {
    const { findChain } = await import('../ask/find/find-chain.ts');
    const { sessionNamed } = await import('../ask/find/session-named.ts');
    const { redacted } = await import('../ask/redaction/redacted.ts');
    const { recordFailure } = await import('../ingest/manual/record-failure.ts');
    const id = await recordFailure(store, failure, {
      workspace,
      clock,
      ...(session !== undefined && { session: await sessionNamed(store.read, session) }),
    });
    return { id, chain: await findChain(redacted(store.read), id) };
  },
});
