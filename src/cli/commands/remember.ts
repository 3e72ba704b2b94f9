import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { outputGiven } from '../output-given.ts';

export const rememberCommand = defineCommand({
  details:
    'ERROR is what it said, a line or the whole output; without ERROR it is read from standard input. It is kept beside what was found in sessions, and `errors`, `similar`, `patterns` and ' +
    '`unresolved` know it from then on. Instead of an error the id of a chain (ch_…) or of a failing event (ev_…) may be given, also of one that was found in a session: then this is added to ' +
    'it, and stays through every rebuild. Secrets are taken out before anything is written.',
  positionals: [
    {
      name: 'error',
      summary: 'What it said, or the id of a chain or of a failing event; standard input when absent',
      optional: true,
      many: true,
    },
  ],
  flags: {
    fix: {
      type: 'text',
      placeholder: 'ACTION',
      summary: 'What was done about it; it worked, and the failure is resolved',
    },
    'did-not-help': { type: 'flag', summary: 'What --fix names did not help' },
    'gave-up': { type: 'flag', summary: 'Nothing worked: it needs review' },
    session: { type: 'text', placeholder: 'SESSION', summary: 'The session it happened in' },
  },
  examples: [
    {
      line: 'stemma remember "ECONNREFUSED 127.0.0.1:5432" --fix "start the database first"',
      says: 'a failure and its fix',
    },
    { line: 'stemma remember "EADDRINUSE :::8080" --fix "run npm ci" --did-not-help', says: 'what did not help' },
    {
      line: 'stemma remember ch_7k2m --fix "raise the time limit"',
      says: 'the fix of one that `unresolved` lists',
    },
  ],
  async run(run, { args, flags }) {
    const { checkAttempt, checkFailure } = await import('../../ingest/manual/check-failure.ts');
    const { recordFailure } = await import('../../ingest/manual/record-failure.ts');
    const { recordAttempt, recordAbandoned } = await import('../../ingest/manual/record-attempt.ts');
    const { chainNamed } = await import('../../ask/similar/subject.ts');
    const { findChain } = await import('../../ask/find/find-chain.ts');
    const { sessionNamed } = await import('../../ask/find/session-named.ts');
    const { renderRemembered } = await import('../render/failures/remember.ts');

    refuseContradictions(flags);
    const attempt =
      flags.fix === undefined ? undefined : checkAttempt({ action: flags.fix, successful: !flags['did-not-help'] });
    const words = (await outputGiven(run, args, 'remember', 'ERROR')).trim();
    const isKnown = /^(?:ch|ev)_[0-9a-z]+$/.test(words);
    if (isKnown && !attempt && !flags['gave-up'])
      throw misuse(
        'There is nothing to remember.',
        'Add what was done about it with --fix, or --gave-up if nothing worked.',
      );
    if (isKnown && flags.session !== undefined)
      throw misuse('--session is for a new failure.', 'A known chain already has its session.');
    const failure = checkFailure({ message: words });

    await using store = await run.openToWrite();
    const telling = { workspace: run.settings.workspace, clock: run.app.clock };
    const session = flags.session === undefined ? {} : { session: await sessionNamed(store.read, flags.session) };
    const known = isKnown ? await chainNamed(store.read, words) : undefined;
    const id = known?.id ?? (await recordFailure(store, failure, { ...telling, ...session }));
    const chain = () => findChain(run.redact(store).read, id);
    if (attempt) await recordAttempt(store, await chain(), attempt, run.now);
    // One that had been given up before still is, after one more attempt: that is no contradiction.
    if (flags['gave-up'] && !(attempt && known?.state === 'failed'))
      await recordAbandoned(store, await chain(), run.now);
    const remembered = await chain();
    await run.answer(remembered, () => renderRemembered(remembered, run));
  },
});

function refuseContradictions(flags: {
  readonly fix: string | undefined;
  readonly 'did-not-help': boolean;
  readonly 'gave-up': boolean;
}): void {
  if (flags['did-not-help'] && flags.fix === undefined)
    throw misuse('--did-not-help needs --fix.', 'Say what did not help: --fix "run npm ci" --did-not-help.');
  if (flags['gave-up'] && flags.fix !== undefined && !flags['did-not-help'])
    throw misuse('What was fixed was not given up.', 'Give --did-not-help as well if what --fix names was no use.');
}

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
