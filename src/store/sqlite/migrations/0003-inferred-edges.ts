import type { Migration } from '../../queries/migrations.ts';

/**
 * Inferred edges: a few for every call, where there were a handful of recorded ones in a tree. So a row is as small as
 * possible: both ends by their place in the session, values as numbers, and nothing twice.
 */
export const inferredEdges: Migration = {
  name: '0003-inferred-edges',
  sql: `
    drop index edge_by_cause;
    drop index edge_by_session;
    alter table edge rename to edge_before;

    -- Stored with its effect; the cause may lie in another session or tree.
    create table edge (
      tree        integer not null,
      session     integer not null,               -- of the effect
      effect      integer not null,               -- its seq
      cause_tree  integer not null,               -- 0: the same
      cause       integer not null,               -- as event.parent: a seq of this session, or minus the id of an event elsewhere
      basis       integer not null,               -- words as numbers: table code, spelled out in view edge_words
      types       integer not null,               -- four bits each, the first one lowest
      confidence  integer not null,               -- in thousandths
      evidence    text    not null,               -- a line each
      made_for    integer,                        -- key of the session it links, to be replaced with its other links
      primary key (tree, session, effect, cause_tree, cause, basis)
    ) strict, without rowid;
    create index edge_by_cause     on edge (tree, session, cause) where cause > 0;
    create index edge_by_far_cause on edge (cause) where cause < 0;
    create index edge_by_made_for  on edge (made_for) where made_for is not null;

    insert or ignore into edge
      select e.tree, e.session, e.seq, case when b.cause_tree = b.tree then 0 else b.cause_tree end,
             coalesce((select c.seq from event c where c.id = b.cause and +c.tree = b.cause_tree and +c.tree = e.tree and +c.session = e.session), -b.cause),
             case b.basis when 'inferred' then 1 else 2 end,
             case b.types when 'spawned' then 6 when 'returned' then 7 else 8 end,
             cast(round(b.confidence * 1000) as integer),
             coalesce((select group_concat(value, char(10)) from json_each(b.evidence)), ''),
             b.session
        from edge_before b cross join event e on e.id = b.effect and +e.tree = b.tree;
    drop table edge_before;

    -- For people with a sqlite3 shell; nothing in stemma reads it.
    create view edge_words as
      select s.uid, g.effect, g.cause, g.cause_tree, basis.word as basis, g.confidence / 1000.0 as confidence, g.evidence,
             (select group_concat(word) from code where field = 'edge_type'
                and code in (g.types & 15, g.types >> 4 & 15, g.types >> 8 & 15, g.types >> 12 & 15)) as types
        from edge g
        join session s on s.tree = g.tree and s.session = g.session
        join code basis on basis.field = 'basis' and basis.code = g.basis;
  `,
};
