import { statSync } from 'node:fs';
import { StemmaError } from '../../model/stemma-error.ts';
import { isPostgres } from '../../store/archive-address.ts';
import { defineCommand } from '../line/command.ts';
import type { Run } from '../run.ts';
import { bytes } from '../text/amount.ts';

const actions = ['status', 'migrate', 'copy', 'distribute'] as const;
type Action = (typeof actions)[number];
type ActionHere = Exclude<Action, 'copy'>;

export const dbCommand = defineCommand({
  details:
    'The archive is a file, unless --db, STEMMA_DB or `db` in config.json names a PostgreSQL (postgres://user:password@host/database). `status` shows what is there and changes nothing, `migrate` makes the tables or ' +
    'brings them up to date, which every command that writes does by itself, and `distribute` spreads them over the nodes of Citus, where the database has that extension. ' +
    '`copy` copies a whole archive, from a file into PostgreSQL or back, and compares both afterwards, row by row. It may be cut short at any moment: the same command again continues. Archives of several ' +
    'people may go into one; a session that is already there, but not the same, is left as it is and reported. The source is only read. See docs/postgres.md.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')}; status when absent`, optional: true, choices: actions },
  ],
  flags: {
    from: {
      type: 'text',
      placeholder: 'ARCHIVE',
      summary: 'copy: the archive to be copied, a file or postgres://…; the one in use when absent',
    },
    to: { type: 'text', placeholder: 'ARCHIVE', summary: 'copy: where to; made when it is not there' },
    replace: {
      type: 'flag',
      summary: "copy: put the source's in the place of sessions that are there and not the same",
    },
  },
  examples: [
    { line: 'stemma db', says: 'which database, which version, what was made there' },
    { line: 'stemma db migrate', says: 'before the first ingest, say by who owns the database' },
    { line: 'stemma db copy --to postgres://db.example.org/stemma', says: 'bring your own history to the team' },
    {
      line: 'stemma db copy --from postgres://db.example.org/stemma --to ~/team.db',
      says: 'take all of it along, in a file',
    },
  ],
  async run(run, { args, flags }) {
    const action = args[0] ?? 'status';
    if (!isAction(action))
      throw new StemmaError('bad-argument', `db has no "${action}".`, { hint: `It takes ${actions.join(', ')}.` });
    if (action === 'copy') return await (await import('../runs/db-copy.ts')).dbCopy(run, flags);
    if (flags.from !== undefined || flags.to !== undefined || flags.replace)
      throw new StemmaError('bad-argument', `db ${action} does not take --from, --to or --replace.`, {
        hint: 'They are for `stemma db copy`.',
      });
    const address = run.settings.archive;
    await (isPostgres(address) ? server(run, address, action) : file(run, address, action));
  },
});

function isAction(word: string): word is Action {
  return (actions as readonly string[]).includes(word);
}

async function file(run: Run, path: string, action: ActionHere): Promise<void> {
  if (action !== 'status') {
    throw new StemmaError('bad-argument', `The archive is a file, ${path}: there is nothing to ${action}.`, {
      hint: 'Give --db postgres://…, or set STEMMA_DB; a file is brought up to date when it is opened.',
    });
  }
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  await run.answer(
    { engine: 'sqlite', address: path, bytes: size },
    () => `A file: ${path}\n${size === 0 ? 'not made yet' : bytes(size)}\n`,
  );
}

async function server(run: Run, url: string, action: ActionHere): Promise<void> {
  const { databaseStatus, distributeDatabase, migrateDatabase } = await import('../../store/postgres/distribute.ts');
  if (action === 'migrate') {
    const done = await migrateDatabase(url);
    return await run.answer({ migrated: done }, () =>
      done.length === 0 ? 'Up to date.\n' : `Done: ${done.join(', ')}.\n`,
    );
  }
  if (action === 'distribute') {
    const answer = await distributeDatabase(url);
    return await run.answer(answer, () => `${answer.says}\n`);
  }
  const status = await databaseStatus(url);
  const missing = status.migrations.filter(({ applied }) => !applied);
  await run.answer({ engine: 'postgresql', ...status }, () =>
    [
      `PostgreSQL ${status.server} at ${status.address}, ${bytes(status.bytes)}`,
      missing.length === 0
        ? 'Up to date.'
        : missing.length === status.migrations.length
          ? 'Nothing was made there yet: `stemma db migrate`, or the first ingest, does.'
          : `To be done: ${missing.map(({ name }) => name).join(', ')}.`,
      status.citus === null
        ? 'On one server: it has no Citus in this database.'
        : `Citus ${status.citus}; distributed: ${status.distributed.length} tables.`,
      '',
    ].join('\n'),
  );
}
