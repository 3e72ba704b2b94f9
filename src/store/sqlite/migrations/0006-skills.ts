import type { Migration } from '../../queries/migrations.ts';

/** Uses of skills. Manual ones are kept through every rebuild. */
export const skills: Migration = {
  name: '0006-skills',
  sql: `
    create table invocation (
      tree          integer not null,
      invocation    integer not null,             -- mined: the id of the prompt or call
      session       text,                         -- uid; it need not be here
      told          integer not null,             -- by hand
      what          text    not null,
      skill         text    not null,
      at            integer,
      path          text,
      phase         text,
      query         text,
      request       text,
      alternatives  text    not null,             -- a line each
      rank          integer,
      completed     integer,                      -- null: running, or nobody knows
      seconds       real,
      follow_ups    text    not null,             -- a line each
      error_type    text,
      primary key (tree, invocation)
    ) strict, without rowid;
    create index invocation_by_time    on invocation (coalesce(at, 0), invocation);
    create index invocation_by_session on invocation (session) where session is not null;
    create index invocation_by_skill   on invocation (skill);

    -- What a session as a whole was about.
    create table worked (
      tree     integer not null,
      session  text    not null,                  -- uid
      phase    text    not null,
      primary key (tree, session)
    ) strict, without rowid;

    update session set unanalyzed = 1;
    insert or replace into meta select 'outdated', '0006-skills' where exists (select 1 from event);
  `,
};
