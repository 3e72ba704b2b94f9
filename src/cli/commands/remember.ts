import { markFailed } from '../../entries/mark-failed.ts';
import { markResolved } from '../../entries/mark-resolved.ts';
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
    minutes: {
      ...markResolved.input.resolutionTimeMinutes,
      placeholder: 'N',
      summary: 'How long the fix in --fix took; from the failure until now when absent',
    },
    context: {
      ...recordErrorEvent.input.context,
      placeholder: 'JSON',
      summary: 'What else is known of it, as an object: {"file": "a.ts", "line": 3}',
    },
    session: {
      ...recordErrorEvent.input.session,
      placeholder: 'SESSION',
      summary: "The session it happened in: its uid, the agent's own id, `latest`, or a name of your own",
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
    const { findSession } = await import('../../ask/find/find-session.ts');
    const { refuseBadName } = await import('../../ingest/manual/session-of-entry.ts');
    const { findChain } = await import('../../ask/find/find-chain.ts');
    const { renderRemembered } = await import('../render/failures/remember.ts');

    refuseContradictions(flags);
    const { fix, session, context, minutes } = flags;
    const text = (await readTextArgument(run, args, 'remember', 'ERROR')).trim();
    const isKnown = /^(?:ch|ev)_[0-9a-z]+$/.test(text);
    if (isKnown && fix === undefined && !flags['gave-up'])
      throw misuse('There is nothing to remember.', 'Give the fix with --fix, or --gave-up if nothing worked.');
    if (isKnown && session !== undefined)
      throw misuse('--session is for a new failure.', 'A known chain already has its session.');
    if (isKnown && context !== undefined)
      throw misuse('--context is for a new failure.', 'A known chain already has its context.');
    if (session !== undefined) refuseBadName(session);
    const door = { ...doors.cli, name: 'ERROR', now: run.now };
    const message = parseValue(recordErrorEvent.input.message, text, door) as string;

    await using store = await run.openToWrite();
    const entry = { store, workspace: run.settings.workspace, clock: () => run.now };
    const known = isKnown ? await chainNamed(store.read, text) : undefined;
    const { id: chain } =
      known ??
      (await recordErrorEvent.run(entry, {
        message,
        ...(context !== undefined && { context }),
        ...(session !== undefined && {
          session: session === 'latest' ? (await findSession(store.read, session)).uid : session,
        }),
      }));
    if (fix !== undefined && minutes !== undefined) {
      const { attempt } = await recordFixAttempt.run(entry, { chain, action: fix });
      await markResolved.run(entry, { chain, fix: attempt, resolutionTimeMinutes: minutes });
    } else if (fix !== undefined) {
      await recordFixAttempt.run(entry, { chain, action: fix, successful: !flags['did-not-help'] });
    }
    // A failure that was given up before stays so after one more failed attempt.
    if (flags['gave-up'] && !(fix !== undefined && known?.state === 'failed')) await markFailed.run(entry, { chain });
    const remembered = await findChain(redactStore(run, store).read, chain);
    await run.answer(remembered, () => renderRemembered(remembered, run));
  },
});

function refuseContradictions(flags: {
  readonly fix: string | undefined;
  readonly 'did-not-help': boolean;
  readonly 'gave-up': boolean;
  readonly minutes: number | undefined;
}): void {
  if (flags['did-not-help'] && flags.fix === undefined)
    throw misuse(
      '--did-not-help needs --fix.',
      'Name the action that did not work: --fix "run npm ci" --did-not-help.',
    );
  if (flags.minutes !== undefined && (flags.fix === undefined || flags['did-not-help']))
    throw misuse(
      '--minutes needs a --fix that helped.',
      'Name the action that fixed it: --fix "run npm ci" --minutes 5.',
    );
  if (flags['gave-up'] && flags.fix !== undefined && !flags['did-not-help'])
    throw misuse('--gave-up contradicts --fix.', 'Add --did-not-help if the action in --fix did not work.');
}

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
