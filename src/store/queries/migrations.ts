import { StemmaError } from '../../model/stemma-error.ts';
import { addedColumns } from '../rows/event-table.ts';
import type { ColumnType } from './query.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** Values that users see got other names: the outcome `fail` is `failed`, and `told` is `manual`. */
const plainWords: Migration = {
  name: '0009-plain-words',
  sql: `
    update session set outcome = 'failed' where outcome = 'fail';
    update session set judged = 'failed' where judged = 'fail';
    update invocation set what = 'manual' where what = 'told';
    update code set word = 'manual' where field = 'chain_basis' and word = 'told';
  `,
};

/** Adds the code of the edge type `caused`, as every migration adds missing codes; programs' events become steps. */
const recordedCauses: Migration = {
  name: '0012-recorded-causes',
  sql: `
    insert into meta select 'outdated', '0012-recorded-causes' where exists (select 1 from event)
      on conflict (name) do update set value = excluded.value;
  `,
};

/** Which of several recorded causes was named first. */
function orderOfCauses(number: string): Migration {
  return { name: '0018-order-of-causes', sql: `alter table edge add column rank ${number};` };
}

/**
 * Migrations that both databases get after their own, in order. A released one is never edited. `typeName` is how a
 * database writes the type of a column.
 */
export function sharedMigrations(typeName: (type: ColumnType) => string): readonly Migration[] {
  const withColumns = addedColumns.map(({ name, type, since }) => ({
    name: since,
    sql: `alter table event add column "${name}" ${typeName(type)};`,
  }));
  return [
    plainWords,
    errorLines(typeName('text')),
    recordedCauses,
    manualEntries(typeName('bigint'), typeName('text')),
    sessionSchema(typeName),
    orderOfCauses(typeName('smallint')),
    titleDetails(typeName('text')),
    modelVectors(typeName),
    responses(typeName),
    ...withColumns,
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What a model that was added makes of the texts of failures; see `StoreReader.modelVectors`. */
function modelVectors(typeName: (type: ColumnType) => string): Migration {
  return {
    name: '0020-model-vectors',
    sql: `
      create table failure_vector (
        model       ${typeName('text')} not null,
        fingerprint ${typeName('bigint')} not null,
        dimensions  ${typeName('integer')} not null,
        vector      ${typeName('bytea')} not null,
        primary key (model, fingerprint)
      );
    `,
  };
}

/** What is counted of each response. What is here was counted without: a rebuild corrects copies. */
function responses(typeName: (type: ColumnType) => string): Migration {
  return {
    name: '0021-responses',
    sql: `
      create table response (
        tree     ${typeName('bigint')} not null,
        response ${typeName('bigint')} not null,
        session  ${typeName('integer')} not null,
        tokens   ${typeName('bigint')} not null,
        primary key (tree, response)
      );
      create index response_anywhere on response (response);
      insert into meta select 'outdated', '0021-responses' where exists (select 1 from event)
        on conflict (name) do update set value = excluded.value;
    `,
  };
}

/** What stands before a title that does not say enough; see `StoreWriter.undetailedTitles`. */
function titleDetails(text: string): Migration {
  return { name: '0019-title-details', sql: `alter table session add column title_detail ${text};` };
}

/** The lines that name a failure, and what showed it. What is here was mined without them: a rebuild finds them. */
function errorLines(text: string): Migration {
  return {
    name: '0010-error-lines',
    sql: `
      alter table chain add column lines ${text};
      alter table chain add column detected_by ${text};
      insert into meta select 'outdated', '0010-error-lines' where exists (select 1 from event)
        on conflict (name) do update set value = excluded.value;
    `,
  };
}

/** What whoever enters a failure by hand knows besides: its whole output, how long the fix took, where it was tried. */
function manualEntries(bigint: string, text: string): Migration {
  return {
    name: '0016-manual-entries',
    sql: `
      alter table chain add column resolution_ms ${bigint};
      alter table chain add column output ${text};
      alter table attempt add column session ${text};
      create index attempt_by_session on attempt (session) where session is not null;
    `,
  };
}

/** What a session is about, and when its file was first found. */
function sessionSchema(typeName: (type: ColumnType) => string): Migration {
  return {
    name: '0017-session-schema',
    sql: `
      alter table session add column domain ${typeName('text')};
      alter table session add column task_ref ${typeName('text')};
      alter table file add column found_at ${typeName('bigint')};
    `,
  };
}

/** The missing ones. A store that a newer stemma has changed is refused; `store` names it. */
export function pendingOf(
  migrations: readonly Migration[],
  applied: ReadonlySet<string>,
  store: string,
): readonly Migration[] {
  const unknown = applied.difference(new Set(migrations.map(({ name }) => name)));
  if (unknown.size > 0) {
    throw new StemmaError(
      'store-too-new',
      `The store ${store} was written by a newer stemma (it has ${[...unknown].join(', ')}).`,
      { hint: 'Update stemma with `npm install --global stemma@latest`. The store was left as it is.' },
    );
  }
  return migrations.filter(({ name }) => !applied.has(name));
}
