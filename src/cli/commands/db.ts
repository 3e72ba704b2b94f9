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
    'The archive is a file unless --db, STEMMA_DB or `db` in config.json names a PostgreSQL database ' +
    '(postgres://user:password@host/database). `status` shows the database and changes nothing. `migrate` creates or ' +
    'updates the tables; commands that write do that themselves. `distribute` spreads the tables over the nodes of ' +
    'Citus, if the database has that extension. `copy` copies a whole archive from a file into PostgreSQL or back, and ' +
    'then compares both row by row. It can be interrupted; the same command continues. Several archives may be copied ' +
    'into one; a session that already exists with different content is left alone and reported. The source is only ' +
    'read. See docs/postgres.md.',
  positionals: [
    { name: 'action', summary: `${actions.join(', ')} (default: status)`, optional: true, choices: actions },
  ],
  flags: {
    from: {
      type: 'text',
      placeholder: 'ARCHIVE',
      summary: 'copy: the source, a file or postgres://… (default: the archive in use)',
    },
    to: { type: 'text', placeholder: 'ARCHIVE', summary: 'copy: the destination; created if missing' },
    replace: {
      type: 'flag',
      summary: 'copy: overwrite sessions that exist with different content',
    },
  },
  examples: [
    { line: 'stemma db', says: 'show the database, its version and its tables' },
    { line: 'stemma db migrate', says: 'create the tables, for example as the owner' },
    { line: 'stemma db copy --to postgres://db.example.org/stemma', says: 'copy your history to the team' },
    {
      line: 'stemma db copy --from postgres://db.example.org/stemma --to ~/team.db',
      says: 'copy everything into a file',
    },
  ],
  async run(run, { args, flags }) {
    const action = args[0] ?? 'status';
    if (!isAction(action))
      throw new StemmaError('bad-argument', `db has no action "${action}".`, {
        hint: `Actions: ${actions.join(', ')}.`,
      });
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
      hint: 'Give --db postgres://…, or set STEMMA_DB; a file is updated when it is opened.',
    });
  }
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  await run.answer(
    { engine: 'sqlite', address: path, bytes: size },
    () => `SQLite file ${path}\n${size === 0 ? 'does not exist yet' : bytes(size)}\n`,
  );
}

async function server(run: Run, url: string, action: ActionHere): Promise<void> {
  const { databaseStatus, distributeDatabase, migrateDatabase } = await import('../../store/postgres/distribute.ts');
  if (action === 'migrate') {
    const done = await migrateDatabase(url);
    return await run.answer({ migrated: done }, () =>
      done.length === 0 ? 'Up to date.\n' : `Migrated: ${done.join(', ')}.\n`,
    );
  }
  if (action === 'distribute') {
    const answer = await distributeDatabase(url);
    return await run.answer(answer, () => `${answer.message}\n`);
  }
  const status = await databaseStatus(url);
  const missing = status.migrations.filter(({ applied }) => !applied);
  await run.answer({ engine: 'postgresql', ...status }, () =>
    [
      `PostgreSQL ${status.server} at ${status.address}, ${bytes(status.bytes)}`,
      missing.length === 0
        ? 'Up to date.'
        : missing.length === status.migrations.length
          ? 'No tables yet: `stemma db migrate` or the first ingest creates them.'
          : `Pending migrations: ${missing.map(({ name }) => name).join(', ')}.`,
      status.citus === null
        ? 'One server; the Citus extension is not installed.'
        : `Citus ${status.citus}; ${status.distributed.length} distributed tables.`,
      '',
    ].join('\n'),
  );
}
