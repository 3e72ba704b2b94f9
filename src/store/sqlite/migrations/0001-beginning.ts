import type { Migration } from '../../queries/migrations.ts';

/**
 * Every key begins with the tree. Inside a tree, sessions and files are counted from 1, so that rows and
 * index entries stay small; `docs/decisions/008-store.md` has the measurements behind the odd choices below.
 */
export const beginning: Migration = {
  name: '0001-beginning',
  sql: `
    -- Sessions ---------------------------------------------------------------------------------------------------

    create table session (
      tree           integer not null,
      session        integer not null,            -- counts from 1 in its tree
      uid            text    not null,
      source         text    not null,
      native         text    not null,
      workspace      text    not null,
      parent         text,                        -- uid; the parent need not be here
      relation       text,
      step_tree      integer,                     -- the step of the parent it left from
      step           integer,
      title          text,
      custom_title   text,                        -- chosen by the user: wins
      first_words    text,                        -- what it is called while it has no title
      by_person      integer not null default 0,  -- whether a person said them
      cwd            text,
      repo           text,
      branch         text,
      model          text,
      agent_version  text,
      outcome        text    not null default 'unknown',
      started_at     integer,                     -- times are milliseconds since 1970, UTC
      ended_at       integer,
      events         integer not null default 0,
      steps          integer not null default 0,
      errors         integer not null default 0,
      turns          integer not null default 0,
      retries        integer not null default 0,
      input_tokens   integer not null default 0,
      output_tokens  integer not null default 0,
      cache_tokens   integer not null default 0,
      wall_clock_ms  integer not null default 0,
      first_doc      integer,                     -- its search documents lie between these two
      last_doc       integer,
      unlinked       integer not null default 1,  -- its link edges must be made anew
      discovered_at  integer,
      ingested_at    integer,
      analyzed_at    integer,
      evicted_at     integer,
      primary key (tree, session)
    ) strict;
    create index session_by_uid      on session (uid);
    create index session_by_native   on session (native);
    create index session_by_parent   on session (parent) where parent is not null;
    create index session_by_time     on session (ended_at);
    create index session_by_repo     on session (repo) where repo is not null;
    create index session_unlinked    on session (tree) where unlinked = 1;

    -- Events -----------------------------------------------------------------------------------------------------
    -- An ordinary table, not a clustered one: rows come in runs and are appended, and the indexes need not repeat the key.

    create table event (
      tree         integer not null,
      session      integer not null,
      seq          integer not null,
      id           integer not null,              -- the event's key, unique in its tree; commit.ts sees to it
      doc          integer,                       -- its number in the search index
      at           integer,
      kind         integer not null,              -- words as numbers: table code, spelled out in view event_words
      act          integer,
      role         integer,
      origin       integer,
      failed       integer not null,
      type         text,
      tool         text,
      native       text,                          -- '' stands for 'line:' followed by the line
      summary      text    not null,
      -- What it belongs to: the seq of an event of this session; below zero, minus the id of one that was not in this
      -- session when the event was written.
      parent       integer,
      step         integer,
      turn         integer,
      input        integer,                       -- tokens
      output       integer,
      cache_read   integer,
      cache_write  integer,
      duration_ms  integer,
      file         integer not null,              -- where its line lies
      version      integer not null,
      offset       integer not null,
      length       integer not null,
      line         integer not null,
      primary key (tree, session, seq)
    ) strict;
    create index event_by_id         on event (id);
    create index event_by_doc        on event (doc) where doc is not null;
    -- The first 16 characters tell native ids apart and take half the room.
    create index event_by_native     on event (substr(native, 1, 16)) where native > '';
    -- What belongs together mostly lies together, and is found by looking at the next 32 events; the rest by these.
    create index event_far_parent    on event (tree, parent, session) where seq - parent not between 0 and 32;
    create index event_far_step      on event (tree, step, session) where seq - step not between 0 and 32;

    create table code (
      field  text    not null,
      code   integer not null,
      word   text    not null,
      primary key (field, code)
    ) strict, without rowid;

    -- For people with a sqlite3 shell; nothing in stemma reads it.
    create view event_words as
      select s.uid, e.seq, datetime(e.at / 1000, 'unixepoch') as at, kind.word as kind, act.word as act, role.word as role,
             origin.word as origin, e.failed, e.type, e.tool, e.summary, e.native, e.parent, e.step, e.turn
        from event e
        join session s on s.tree = e.tree and s.session = e.session
        join code kind on kind.field = 'kind' and kind.code = e.kind
        left join code act on act.field = 'act' and act.code = e.act
        left join code role on role.field = 'role' and role.code = e.role
        left join code origin on origin.field = 'origin' and origin.code = e.origin;

    -- Search -----------------------------------------------------------------------------------------------------
    -- No content and no positions: the index answers "which events hold all these words" and nothing else.

    create virtual table search using fts5 (
      text, content = '', contentless_delete = 1, detail = none,
      tokenize = 'unicode61 remove_diacritics 2'
    );

    -- Archive ----------------------------------------------------------------------------------------------------

    create table file (
      tree       integer not null,
      file       integer not null,                -- counts from 1 in its tree
      path       text    not null,
      source     text    not null,
      session    text    not null,                -- uid
      role       text    not null,
      version    integer not null,
      bytes      integer not null,
      offset     integer not null,
      mapped     integer not null,                -- lines by what became of them
      state      integer not null,
      copy       integer not null,
      raw        integer not null,
      issue      integer not null,
      torn       integer not null,
      size       integer not null,
      mtime_ms   real    not null,
      reader     text,                            -- what the reader needs to go on
      read_at    integer not null,
      superseded integer not null default 0,      -- the path now holds a session of another tree
      primary key (tree, file)
    ) strict;
    create index file_by_path    on file (path);
    create index file_by_session on file (session);

    create table piece (
      tree     integer not null,
      file     integer not null,
      version  integer not null,
      start    integer not null,
      length   integer not null,
      hash     blob    not null,
      lines    text    not null,
      primary key (tree, file, version, start)
    ) strict, without rowid;
    create index piece_by_hash on piece (tree, hash);

    create table block (
      tree  integer not null,
      hash  blob    not null,                     -- SHA-256 of the bytes before compression
      size  integer not null,                     -- of data
      data  blob    not null,                     -- zstd
      primary key (tree, hash)
    ) strict;

    create table issue (
      tree    integer not null,
      file    integer not null,
      line    integer not null,
      offset  integer not null,
      reason  text    not null,
      primary key (tree, file, line, offset, reason)
    ) strict, without rowid;

    create table unknown_kind (
      tree           integer not null,
      file           integer not null,
      kind           text    not null,
      agent_version  text    not null,            -- '' when not known
      count          integer not null,
      primary key (tree, file, kind, agent_version)
    ) strict, without rowid;

    -- Links and edges --------------------------------------------------------------------------------------------

    create table link (
      tree         integer not null,
      child        text    not null,              -- uid
      type         text    not null,
      parent       text    not null,              -- uid
      call         text    not null,
      from_step    integer not null,              -- 0 when there is none
      to_step      integer not null,
      before_line  integer,
      primary key (tree, child, type, parent, call, from_step, to_step)
    ) strict, without rowid;
    create index link_by_child  on link (child);
    create index link_by_parent on link (parent);

    -- Stored with its effect; the cause may lie in another tree.
    create table edge (
      tree        integer not null,
      effect      integer not null,
      cause_tree  integer not null,
      cause       integer not null,
      types       text    not null,               -- comma between them
      basis       text    not null,
      confidence  real    not null,
      evidence    text    not null,               -- a JSON list
      session     integer not null,               -- key of the session it was made for, to be replaced with its others
      primary key (tree, effect, cause_tree, cause)
    ) strict, without rowid;
    create index edge_by_cause   on edge (cause);
    create index edge_by_session on edge (session);

    -- The store itself -------------------------------------------------------------------------------------------

    create table forgotten (
      session integer primary key                 -- key of the uid: the uid itself is forgotten too
    ) strict;

    create table meta (
      name   text not null primary key,
      value  text not null
    ) strict, without rowid;
  `,
};
