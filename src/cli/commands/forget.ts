import { dropKept } from '../../ingest/analysis/kept-place.ts';
import { goTogether, keptCopies, toForget } from '../../ask/archive/to-forget.ts';
import type { KeptCopy } from '../../ask/archive/to-forget.ts';
import { ownLogsOf, removeLogs } from '../../live/own-logs.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { confirmed } from '../confirmed.ts';
import { repoNamed } from '../../ask/question/filter.ts';
import { shortUids } from '../render/names.ts';
import { sessionLines } from '../render/history/sessions.ts';
import { redactStore } from '../redact-store.ts';
import { forwardPlace } from '../runs/forward-place.ts';
import type { Run } from '../run.ts';
import { bytes, number, plural } from '../text/amount.ts';
import { oneLine } from '../text/safe-text.ts';
import { wrap } from '../text/width.ts';

export const forgetCommand = defineCommand({
  details:
    "The next ingest leaves them out. Sub-agents go with the session that started them, and sessions that are in one file, such as the chats of Aider in a repository, go together: that file is not read again, and --before leaves it alone while one of them is newer. Forks and resumes that begin with a copy of it stay, and are named. What hooks and `stemma run` wrote of them goes too; the agents' own files are not touched. What was pushed to a team's server is removed there as well, or at the next push when the server cannot be reached.",
  positionals: [{ name: 'session', summary: 'Session id, or the beginning of one', optional: true, many: true }],
  flags: {
    repo: { type: 'text', placeholder: 'REPO', summary: 'All sessions of this repository, by name or by path' },
    before: {
      type: 'time',
      placeholder: 'TIME',
      summary: 'All sessions that ended before this day, or longer ago: 2026-01-31, 90d',
    },
    'dry-run': { type: 'flag', summary: 'Only show what would be forgotten' },
    yes: { type: 'flag', summary: 'Do not ask' },
  },
  examples: [
    { line: 'stemma forget claude:3f2a', says: 'one session, after asking' },
    { line: 'stemma forget --repo secret-project --dry-run', says: 'see what it would take' },
    { line: 'stemma forget --before 365d --yes', says: 'everything older than a year' },
  ],
  async run(run, { args, flags }) {
    if (args.length === 0 && flags.repo === undefined && flags.before === undefined) {
      throw new StemmaError('bad-argument', 'forget needs to know what: a SESSION, --repo or --before.', {
        hint: 'Try it with --dry-run first.',
      });
    }
    // Opened for reading only while the user decides, so that others can write.
    await using archive = await run.openArchive();
    const sessions = await toForget(archive.read, {
      names: args,
      ...(flags.repo === undefined ? {} : { repo: repoNamed(flags.repo, process.cwd()) }),
      ...(flags.before === undefined ? {} : { before: flags.before }),
    });
    const uids = sessions.map(({ uid }) => uid);
    const copies = await keptCopies(archive.read, sessions);
    const notes = ((await goTogether(archive.read, sessions)) ? togetherLines(run) : '') + keptLines(copies, run);
    if (flags['dry-run'] || uids.length === 0) {
      return await run.answer({ dry_run: flags['dry-run'], sessions: uids, kept_copies: copies }, () =>
        uids.length === 0
          ? 'no such sessions\n'
          : `would forget ${described(sessions)}:\n${shown(sessions, run)}${notes}`,
      );
    }
    if (
      !flags.yes &&
      !(await confirmed(run, {
        shown: shown(sessions, run) + notes,
        question: `Forget ${described(sessions)} for good?`,
        verb: 'forget',
      }))
    ) {
      run.say('Nothing was forgotten.');
      return 1;
    }
    await using store = redactStore(run, await run.openToWrite());
    const logs = await ownLogsOf(store.read, run.settings.home, uids);
    const gone = await store.write.forget(uids);
    dropKept(run.settings.home);
    await removeLogs(logs);
    const { forgetThere, forgottenThereLines } = await import('../runs/push/forget-there.ts');
    const there = await forgetThere(run, uids);
    const { dropForwarded } = await import('../../live/forward/forwarded.ts');
    const { path, archive: name } = forwardPlace(run);
    const receivers = dropForwarded(path, name, uids);
    return await run.answer(
      {
        dry_run: false,
        sessions: uids,
        kept_copies: copies,
        forgotten: gone,
        ...(there && { server: there }),
        ...(receivers.length > 0 && { kept_by: receivers }),
      },
      () =>
        `forgot ${plural(gone.sessions, 'session')}: ${plural(gone.events, 'event')}, ${bytes(gone.bytes)}\n${forgottenThereLines(there)}${keptByLines(receivers)}${notes}`,
    );
  },
});

/** Nobody can take back what OpenTelemetry's receivers have. */
function keptByLines(receivers: readonly string[]): string {
  return receivers.map((url) => `as traces they are still at ${oneLine(url)}: delete them there\n`).join('');
}

function described(sessions: readonly Session[]): string {
  const events = sessions.reduce((sum, session) => sum + session.events, 0);
  return `${plural(sessions.length, 'session')} with ${plural(events, 'event')}`;
}

function shown(sessions: readonly Session[], run: Run): string {
  const most = 20;
  const more = sessions.length - most;
  return sessionLines(sessions.slice(0, most), run) + (more > 0 ? `… and ${number(more)} more\n` : '');
}

/** Explains why more sessions are forgotten than were named, and that their file is not read again. */
function togetherLines({ columns }: Run): string {
  const sentence =
    'Sessions that are in one file, as the chats of Aider in a repository are, go together, and that file is not read again.';
  return wrap(sentence, columns)
    .map((line) => `${line}\n`)
    .join('');
}

/** Warns that copies in other sessions remain. */
function keptLines(copies: readonly KeptCopy[], { columns, settings }: Run): string {
  const most = 10;
  const names = shortUids(copies.flatMap(({ uid, of }) => [uid, of]));
  const sentences = copies.slice(0, most).map(({ uid, relation, of }) => {
    const name = names.get(uid)!;
    return `${name} (${relation}) begins with a copy of ${names.get(of)!} and is kept; forget it too with \`stemma forget ${name}${settings.isDemo ? ' --demo' : ''}\``;
  });
  if (copies.length > most) sentences.push(`… and ${number(copies.length - most)} more sessions with copies`);
  return sentences
    .flatMap((sentence) => wrap(sentence, columns))
    .map((line) => `${line}\n`)
    .join('');
}
