import type { Migration } from '../../queries/migrations.ts';

/** What a call did and what it cost; what stays of a session when its bytes are evicted. */
export const work: Migration = {
  name: '0005-work',
  sql: `
    alter table event add column marks text;      -- a line each
    alter table event add column model integer;   -- with the tokens it used: table code
    alter table event add column usd   real;      -- as the agent says

    alter table session add column judged     text;                         -- how it ended, as its digest finds
    alter table session add column unanalyzed integer not null default 1;   -- its digest must be made anew
    create index session_unanalyzed on session (tree) where unanalyzed = 1;

    -- An ordinary table: of a clustered one every digest would take a page of its own.
    create table digest (
      tree     integer not null,
      session  integer not null,
      digest   blob    not null,                  -- JSON, in zstd
      primary key (tree, session)
    ) strict;

    alter table file add column evicted integer not null default 0;         -- its blocks were let go; its pieces tell what they were

    -- Enough to group failures without reading them.
    drop index chain_by_fingerprint;
    create index chain_by_fingerprint on chain (fingerprint, at, kind, state, session);

    insert or replace into meta select 'outdated', '0005-work' where exists (select 1 from event);
  `,
};
