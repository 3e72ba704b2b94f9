import type { Migration } from '../../queries/migrations.ts';

/**
 * Failures and what was done about them. Older archives have none until they are rebuilt; manual entries are kept
 * through every rebuild.
 */
export const chains: Migration = {
  name: '0004-chains',
  sql: `
    create table chain (
      tree         integer not null,
      chain        integer not null,              -- mined: the id of the failing event
      session      text,                          -- uid; it need not be here
      basis        integer not null,              -- words as numbers: table code
      kind         integer not null,
      state        integer not null,
      fingerprint  integer not null,
      type         text    not null,
      message      text    not null,
      action       text    not null,              -- the step that failed
      marks        text    not null,              -- what it did, a line each
      context      text,                          -- JSON, as told by hand
      at           integer,
      resolved_at  integer,
      verified_by  text    not null,              -- ids of events, a blank between them
      culprit      text    not null,
      said         text,                          -- JSON: what somebody said of one that was mined; it outlives a rebuild
      primary key (tree, chain)
    ) strict, without rowid;
    create index chain_by_fingerprint on chain (fingerprint);
    create index chain_by_session     on chain (session) where session is not null;
    create index chain_by_time        on chain (at);
    create index chain_by_id          on chain (chain);

    create table attempt (
      tree          integer not null,
      chain         integer not null,
      number        integer not null,             -- counts from 1
      id_tree       integer not null,
      id            integer not null,             -- of the step; told by hand: its own
      action        text    not null,
      code_changes  text,
      successful    integer,
      marks         text    not null,             -- a line each
      at            integer,
      told          integer not null,             -- by hand
      primary key (tree, chain, number)
    ) strict, without rowid;

    -- What else the output of a failure complained of.
    create table complaint (
      tree         integer not null,
      chain        integer not null,
      number       integer not null,
      fingerprint  integer not null,
      primary key (tree, chain, number)
    ) strict, without rowid;
    create index complaint_by_fingerprint on complaint (fingerprint);

    -- The same in every tree: a team's store keeps it on every node.
    create table failure (
      fingerprint  integer primary key,           -- keyOf its text
      text         text    not null,
      type         text    not null,
      vector       blob
    ) strict;

    -- What is here was read before there were causes and chains: a rebuild finds them.
    insert or replace into meta select 'outdated', '0004-chains' where exists (select 1 from event);
  `,
};
