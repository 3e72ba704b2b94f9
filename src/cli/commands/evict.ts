import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { confirmed } from '../confirmed.ts';
import { parseSize } from '../line/parse-size.ts';
import { evictedLines, evictionOf, waitingLines } from '../render/system/evict.ts';
import { repoNamed } from '../../ask/question/filter.ts';
import { bytes, plural } from '../text/amount.ts';
import { redactStore } from '../redact-store.ts';

export const evictCommand = defineCommand({
  details:
    "What stays: the digest, every event with its summary, causes, failures and what fixed them, skills, and search over all of it. What goes: the agents' own bytes, and with them `restore`, `export --raw` and whole outputs. Only sessions that have been analyzed go; nothing is ever evicted by itself. If the agent's file is still there, `stemma ingest FILE` brings the bytes back.",
  positionals: [{ name: 'session', summary: 'Session id, or the beginning of one', optional: true, many: true }],
  flags: {
    before: {
      type: 'time',
      placeholder: 'TIME',
      summary: 'Sessions that ended before this day, or longer ago: 2026-01-31, 90d',
    },
    budget: {
      type: 'text',
      placeholder: 'SIZE',
      summary: 'The oldest ones, until the archive takes at most this much: 500MB, 2GB',
    },
    repo: { type: 'text', placeholder: 'REPO', summary: 'Only sessions of this repository, by name or by path' },
    'dry-run': { type: 'flag', summary: 'Only show what would go' },
    yes: { type: 'flag', summary: 'Do not ask' },
  },
  examples: [
    { line: 'stemma evict --before 90d --dry-run', says: 'see what it would take' },
    { line: 'stemma evict --budget 2GB --yes', says: 'the oldest ones, until the archive fits' },
    { line: 'stemma evict claude:3f2a', says: 'one session, after asking' },
  ],
  async run(run, { args, flags }) {
    if (args.length === 0 && flags.before === undefined && flags.budget === undefined && flags.repo === undefined) {
      throw new StemmaError('bad-argument', 'evict needs to know what: a SESSION, --before, --budget or --repo.', {
        hint: 'Try it with --dry-run first.',
      });
    }
    // Opened for reading only while the user decides, so that others can write.
    await using archive = await run.openArchive();
    const { toEvict } = await import('../../ask/archive/to-evict.ts');
    const found = await toEvict(archive.read, {
      names: args,
      ...(flags.before === undefined ? {} : { before: flags.before }),
      ...(flags.budget === undefined ? {} : { budget: parseSize('--budget', flags.budget) }),
      ...(flags.repo === undefined ? {} : { repo: repoNamed(flags.repo, process.cwd()) }),
    });
    const sessions = found.sessions.map(({ uid }) => uid);
    const facts = { sessions, bytes: found.bytes, store: found.store, not_analyzed: found.not_analyzed };
    if (flags['dry-run'] || sessions.length === 0) {
      return await run.answer({ dry_run: flags['dry-run'], ...facts }, () =>
        sessions.length === 0
          ? `nothing to evict\n${waitingLines(found)}`
          : `would evict ${evictionOf(found)}:\n${evictedLines(found, run)}`,
      );
    }
    if (
      !flags.yes &&
      !(await confirmed(run, {
        shown: evictedLines(found, run),
        question: `Evict ${evictionOf(found)}?`,
        verb: 'evict',
      }))
    ) {
      run.say('Nothing was evicted.');
      return 1;
    }
    await using store = redactStore(run, await run.openToWrite());
    const { evict } = await import('../../ingest/archive/evict.ts');
    const gone = await evict(store, sessions, run.app.clock());
    const { dropKept } = await import('../../ingest/analysis/kept-place.ts');
    dropKept(run.settings.home);
    const after = (await store.read.overview()).bytes.store;
    return await run.answer(
      {
        dry_run: false,
        ...facts,
        sessions: gone.sessions,
        bytes: gone.bytes,
        store: { before: found.store.before, after },
      },
      () =>
        `evicted ${bytes(gone.bytes)} of ${plural(gone.sessions.length, 'session')}; the archive takes ${bytes(after)} now (was ${bytes(found.store.before)})\n${waitingLines(found)}`,
    );
  },
});
