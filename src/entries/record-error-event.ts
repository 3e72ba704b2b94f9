import { defineEntry, type WorkspaceContext } from './entry.ts';
import { at, checkSession, session } from './fields.ts';

/** In characters of JSON: a stack, a snippet and an environment, not a core dump. */
export const largestContext = 64_000;

export const recordErrorEvent = defineEntry({
  name: 'recordErrorEvent',
  summary: 'Remember a failure',
  input: {
    message: {
      type: 'prose',
      required: true,
      aliases: ['error'],
      remoteMax: 64_000,
      summary: 'What it said: a line, or the whole output',
    },
    context: {
      type: 'json',
      max: largestContext,
      nullable: true,
      summary: 'What is known of where it happened, as an object: file, line, code_snippet, stack_trace, anything',
    },
    session,
    at,
  },
  positionals: ['message'],
  check: checkSession,
  async run({ store, workspace, clock }: WorkspaceContext, { session: sessionName, ...failure }) {
    const { findChain } = await import('../ask/find/find-chain.ts');
    const { redacted } = await import('../ask/redaction/redacted.ts');
    const { recordFailure } = await import('../ingest/manual/record-failure.ts');
    const { sessionOfEntry } = await import('../ingest/manual/session-of-entry.ts');
    const id = await recordFailure(store, failure, {
      workspace,
      clock,
      ...(sessionName !== undefined && { session: await sessionOfEntry(store.read, sessionName) }),
    });
    return { id, chain: await findChain(redacted(store.read), id) };
  },
});
