import { markFailed } from '../../entries/mark-failed.ts';
import { recordErrorEvent } from '../../entries/record-error-event.ts';
import { recordFixAttempt } from '../../entries/record-fix-attempt.ts';
import { doors, parseValue } from '../../ask/question/parse-input.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { readTextArgument } from '../read-text-argument.ts';
import { redactStore } from '../redact-store.ts';

export const rememberCommand = defineCommand({
  details:
    'ERROR is the error message, a line or the whole output; without ERROR it is read from standard input. The entry is ' +
    'manual: it is stored beside the failures found in sessions, and `errors`, `similar`, `patterns` and `unresolved` ' +
    'show it. Give the id of a chain (ch_…) or of a failing event (ev_…) instead to add to a known failure; that ' +
    'survives every rebuild. Secrets are redacted before anything is written.',
  positionals: [
    {
      name: 'error',
      summary: 'The error message, or the id of a chain or failing event (default: standard input)',
      optional: true,
      many: true,
    },
  ],
  flags: {
    fix: {
      ...recordFixAttempt.input.action,
      placeholder: 'ACTION',
      summary: 'What fixed it; marks the failure as resolved',
    },
    'did-not-help': { type: 'flag', summary: 'The action in --fix did not work' },
    'gave-up': { type: 'flag', summary: 'Nothing worked; marks the failure for review' },
    session: {
      ...recordErrorEvent.input.session,
      placeholder: 'SESSION',
      summary: 'The session it happened in',
    },
  },
  examples: [
    {
      line: 'stemma remember "ECONNREFUSED 127.0.0.1:5432" --fix "start the database first"',
      says: 'a failure and its fix',
    },
    {
      line: 'stemma remember "EADDRINUSE :::8080" --fix "run npm ci" --did-not-help',
      says: 'an attempt that did not work',
    },
    {
      line: 'stemma remember ch_7k2m --fix "raise the time limit"',
      says: 'add the fix of a failure that `unresolved` lists',
    },
  ],
  async run(run, { args, flags }) {
    const { chainNamed } = await import('../../ask/similar/subject.ts');
    const { findChain } = await import('../../ask/find/find-chain.ts');
    const { renderRemembered } = await import('../render/failures/remember.ts');

    refuseContradictions(flags);
    const { fix, session } = flags;
    const text = (await readTextArgument(run, args, 'remember', 'ERROR')).trim();
    const isKnown = /^(?:ch|ev)_[0-9a-z]+$/.test(text);
    if (isKnown && fix === undefined && !flags['gave-up'])
      throw misuse('There is nothing to remember.', 'Give the fix with --fix, or --gave-up if nothing worked.');
    if (isKnown && session !== undefined)
      throw misuse('--session is for a new failure.', 'A known chain already has its session.');
    const door = { ...doors.cli, name: 'ERROR', now: run.now };
    const message = parseValue(recordErrorEvent.input.message, text, door) as string;

    await using store = await run.openToWrite();
    const context = { store, workspace: run.settings.workspace, clock: () => run.now };
    const known = isKnown ? await chainNamed(store.read, text) : undefined;
    const { id: chain } =
      known ?? (await recordErrorEvent.run(context, { message, ...(session !== undefined && { session }) }));
    if (fix !== undefined)
      await recordFixAttempt.run(context, { chain, action: fix, successful: !flags['did-not-help'] });
    // A failure that was given up before stays so after one more failed attempt.
    if (flags['gave-up'] && !(fix !== undefined && known?.state === 'failed')) await markFailed.run(context, { chain });
    const remembered = await findChain(redactStore(run, store).read, chain);
    await run.answer(remembered, () => renderRemembered(remembered, run));
  },
});

function refuseContradictions(flags: {
  readonly fix: string | undefined;
  readonly 'did-not-help': boolean;
  readonly 'gave-up': boolean;
}): void {
  if (flags['did-not-help'] && flags.fix === undefined)
    throw misuse(
      '--did-not-help needs --fix.',
      'Name the action that did not work: --fix "run npm ci" --did-not-help.',
    );
  if (flags['gave-up'] && flags.fix !== undefined && !flags['did-not-help'])
    throw misuse('--gave-up contradicts --fix.', 'Add --did-not-help if the action in --fix did not work.');
}

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
