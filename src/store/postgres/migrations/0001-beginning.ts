import type { Migration } from '../../queries/migrations.ts';

/**
 * The same tables as in SQLite, for the same reasons (docs/decisions/008-store.md); docs/decisions/024-postgresql.md
 * lists the differences. Every key begins with the tree. Text is compared byte by byte, whatever the language of the
 * database.
 */
export const beginning: Migration = {
  name: '0001-beginning',
  sql: `
    -- Sessions ---------------------------------------------------------------------------------------------------

    create table session (
      tree           bigint   not null,
      session        integer  not null,            -- counts from 1 in its tree
      uid            text     collate "C" not null,
      source         text     collate "C" not null,
      native         text     collate "C" not null,
      workspace      text     collate "C" not null,
      parent         text     collate "C",         -- uid; the parent need not be here
      relation       text     collate "C",
      step_tree      bigint,                       -- the step of the parent it left from
      step           bigint,
      title          text     collate "C",
      custom_title   text     collate "C",         -- chosen by the user: wins
      first_words    text     collate "C",         -- what it is called while it has no title
      by_person      smallint not null default 0,  -- whether a person said them
      cwd            text     collate "C",
      repo           text     collate "C",
      branch         text     collate "C",
      model          text     collate "C",
      agent_version  text     collate "C",
      not_recorded   text     collate "C",         -- a comma between the words
      outcome        text     collate "C" not null default 'unknown',
      judged         text     collate "C",         -- how it ended, as its digest finds
      started_at     bigint,                       -- times are milliseconds since 1970, UTC
      ended_at       bigint,
      events         bigint   not null default 0,
      steps          bigint   not null default 0,
      errors         bigint   not null default 0,
      turns          bigint   not null default 0,
      retries        bigint   not null default 0,
      input_tokens   bigint   not null default 0,
      output_tokens  bigint   not null default 0,
      cache_tokens   bigint   not null default 0,
      wall_clock_ms  bigint   not null default 0,
      touched        bigint   not null default 1,  -- how often its links may have changed
      linked         bigint   not null default 0,  -- at which of these they were last made
      unanalyzed     smallint not null default 1,  -- its digest must be made anew
      discovered_at  bigint,
      ingested_at    bigint,
      analyzed_at    bigint,
      evicted_at     bigint,
      primary key (tree, session)
    ) with (fillfactor = 80);
    create index session_by_uid      on session (uid);
    create index session_by_native   on session (native);
    create index session_by_parent   on session (parent) where parent is not null;
    create index session_by_time     on session (ended_at);
    create index session_by_repo     on session (repo) where repo is not null;
    create index session_unlinked    on session (tree) where touched <> linked;
    create index session_unanalyzed  on session (tree) where unanalyzed = 1;

    -- Events -----------------------------------------------------------------------------------------------------

    create table event (
      tree           bigint   not null,
      id             bigint   not null,            -- the event's key, unique in its tree
      kept           bigint   not null,            -- when it was kept: the transaction, times 2^20, and its place in it
      at             bigint,
      -- What it belongs to: the seq of an event of this session; below zero, minus the id of one that was not in this
      -- session when the event was written.
      parent         bigint,
      step           bigint,
      turn           bigint,
      input          bigint,                       -- tokens
      output         bigint,
      cache_read     bigint,
      cache_write    bigint,
      cache_write_1h bigint,
      duration_ms    bigint,
      "offset"       bigint   not null,            -- where its line lies
      usd            double precision,             -- as the agent says
      session        integer  not null,
      seq            integer  not null,
      file           integer  not null,
      version        integer  not null,
      length         integer  not null,
      line           integer  not null,
      kind           smallint not null,            -- words as numbers: table code, spelled out in view event_words
      act            smallint,
      role           smallint,
      origin         smallint,
      failed         smallint not null,
      type           text     collate "C",
      tool           text     collate "C",
      native         text     collate "C",         -- '' stands for 'line:' followed by the line
      model          text     collate "C",
      summary        text     collate "C" not null,
      marks          text     collate "C",         -- a line each
      words          tsvector,                     -- to be found by; cut by us, not by the server
      primary key (tree, session, seq)
    );
    create unique index event_by_key on event (tree, id);
    create index event_by_id         on event (id);
    create index event_by_kept       on event (kept);
    create index event_by_words      on event using gin (words) where words is not null;
    create index event_by_native     on event (substr(native, 1, 16)) where native > '';
    -- What belongs together mostly lies together, and is found by looking at the next 32 events; the rest by these.
    create index event_far_parent    on event (tree, parent, session) where seq - parent not between 0 and 32;
    create index event_far_step      on event (tree, step, session) where seq - step not between 0 and 32;

    create table code (
      field  text     collate "C" not null,
      code   smallint not null,
      word   text     collate "C" not null,
      primary key (field, code)
    );

    -- Archive ----------------------------------------------------------------------------------------------------

    create table file (
      tree       bigint   not null,
      file       integer  not null,                -- counts from 1 in its tree
      path       text     collate "C" not null,
      source     text     collate "C" not null,
      session    text     collate "C" not null,    -- uid
      role       text     collate "C" not null,
      version    integer  not null,
      bytes      bigint   not null,
      "offset"   bigint   not null,
      mapped     bigint   not null,                -- lines by what became of them
      state      bigint   not null,
      copy       bigint   not null,
      raw        bigint   not null,
      issue      bigint   not null,
      torn       smallint not null,
      size       bigint   not null,
      mtime_ms   double precision not null,
      reader     text     collate "C",             -- what the reader needs to go on
      read_at    bigint   not null,
      superseded smallint not null default 0,      -- the path now holds a session of another tree
      evicted    smallint not null default 0,      -- its blocks were let go; its pieces tell what they were
      primary key (tree, file)
    ) with (fillfactor = 80);
    create index file_by_path    on file (path);
    create index file_by_session on file (session);

    create table piece (
      tree     bigint  not null,
      file     integer not null,
      version  integer not null,
      start    bigint  not null,
      length   bigint  not null,
      hash     bytea   not null,
      lines    text    collate "C" not null,
      primary key (tree, file, version, start)
    );
    create index piece_by_hash on piece (tree, hash);

    create table block (
      tree  bigint  not null,
      hash  bytea   not null,                      -- SHA-256 of the bytes before compression
      size  bigint  not null,                      -- of data
      data  bytea   not null,                      -- zstd
      primary key (tree, hash)
    );
    -- Compressed already.
    alter table block alter column data set storage external;

    create table issue (
      tree      bigint  not null,
      file      integer not null,
      line      integer not null,
      "offset"  bigint  not null,
      reason    text    collate "C" not null,
      primary key (tree, file, line, "offset", reason)
    );

    create table unknown_kind (
      tree           bigint  not null,
      file           integer not null,
      kind           text    collate "C" not null,
      agent_version  text    collate "C" not null, -- '' when not known
      count          bigint  not null,
      primary key (tree, file, kind, agent_version)
    );

    -- Links and edges --------------------------------------------------------------------------------------------

    create table link (
      tree         bigint not null,
      child        text   collate "C" not null,    -- uid
      type         text   collate "C" not null,
      parent       text   collate "C" not null,    -- uid
      call         text   collate "C" not null,
      from_step    bigint not null,                -- 0 when there is none
      to_step      bigint not null,
      before_line  integer,
      primary key (tree, child, type, parent, call, from_step, to_step)
    );
    create index link_by_child  on link (child);
    create index link_by_parent on link (parent);

    -- Stored with its effect; the cause may lie in another session or tree.
    create table edge (
      tree        bigint   not null,
      cause_tree  bigint   not null,               -- 0: the same
      cause       bigint   not null,               -- as event.parent: a seq of this session, or minus the id of an event elsewhere
      made_for    bigint,                          -- key of the session it links, to be replaced with its other links
      session     integer  not null,               -- of the effect
      effect      integer  not null,               -- its seq
      types       integer  not null,               -- four bits each, the first one lowest
      basis       smallint not null,               -- words as numbers: table code, spelled out in view edge_words
      confidence  smallint not null,               -- in thousandths
      evidence    text     collate "C" not null,   -- a line each
      primary key (tree, session, effect, cause_tree, cause, basis)
    );
    create index edge_by_cause     on edge (tree, session, cause) where cause > 0;
    create index edge_by_far_cause on edge (cause) where cause < 0;
    create index edge_by_made_for  on edge (made_for) where made_for is not null;

    -- Failures ---------------------------------------------------------------------------------------------------

    create table chain (
      tree         bigint   not null,
      chain        bigint   not null,              -- mined: the id of the failing event
      session      text     collate "C",           -- uid; it need not be here
      basis        smallint not null,              -- words as numbers: table code
      kind         smallint not null,
      state        smallint not null,
      fingerprint  bigint   not null,
      type         text     collate "C" not null,
      message      text     collate "C" not null,
      action       text     collate "C" not null,  -- the step that failed
      marks        text     collate "C" not null,  -- what it did, a line each
      context      text     collate "C",           -- JSON, as told by hand
      at           bigint,
      resolved_at  bigint,
      verified_by  text     collate "C" not null,  -- ids of events, a blank between them
      culprit      text     collate "C" not null,
      said         text     collate "C",           -- JSON: what somebody said of one that was mined; it outlives a rebuild
      primary key (tree, chain)
    );
    create index chain_by_fingerprint on chain (fingerprint, at);
    create index chain_by_session     on chain (session) where session is not null;
    create index chain_by_time        on chain (at);
    create index chain_by_id          on chain (chain);

    create table attempt (
      tree          bigint   not null,
      chain         bigint   not null,
      number        integer  not null,             -- counts from 1
      id_tree       bigint   not null,
      id            bigint   not null,             -- of the step; told by hand: its own
      action        text     collate "C" not null,
      code_changes  text     collate "C",
      successful    smallint,
      marks         text     collate "C" not null, -- a line each
      at            bigint,
      told          smallint not null,             -- by hand
      primary key (tree, chain, number)
    );

    -- What else the output of a failure complained of.
    create table complaint (
      tree         bigint  not null,
      chain        bigint  not null,
      number       integer not null,
      fingerprint  bigint  not null,
      primary key (tree, chain, number)
    );
    create index complaint_by_fingerprint on complaint (fingerprint);

    -- In every tree its own, so that no two writers want the same row. One of them has the vector.
    create table failure (
      tree         bigint not null,
      fingerprint  bigint not null,                -- keyOf its text
      text         text   collate "C" not null,
      type         text   collate "C" not null,
      typed        bigint not null,                -- when the type was first told, as event.kept: of all trees the first one counts
      vector       bytea,
      primary key (tree, fingerprint)
    );
    create index failure_by_fingerprint on failure (fingerprint);

    -- What stays, what was used ----------------------------------------------------------------------------------

    create table digest (
      tree     bigint  not null,
      session  integer not null,
      digest   bytea   not null,                   -- JSON, in zstd
      primary key (tree, session)
    );
    alter table digest alter column digest set storage external;

    create table invocation (
      tree          bigint   not null,
      invocation    bigint   not null,             -- mined: the id of the prompt or call
      session       text     collate "C",          -- uid; it need not be here
      told          smallint not null,             -- by hand
      what          text     collate "C" not null,
      skill         text     collate "C" not null,
      at            bigint,
      path          text     collate "C",
      phase         text     collate "C",
      query         text     collate "C",
      request       text     collate "C",
      alternatives  text     collate "C" not null, -- a line each
      rank          bigint,
      completed     smallint,                      -- null: running, or nobody knows
      seconds       double precision,
      follow_ups    text     collate "C" not null, -- a line each
      error_type    text     collate "C",
      primary key (tree, invocation)
    );
    create index invocation_by_time    on invocation (coalesce(at, 0), invocation, tree);
    create index invocation_by_session on invocation (session) where session is not null;
    create index invocation_by_skill   on invocation (skill);

    -- What a session as a whole was about.
    create table worked (
      tree     bigint not null,
      session  text   collate "C" not null,        -- uid
      phase    text   collate "C" not null,
      primary key (tree, session)
    );

    create table usage (
      tree           bigint   not null,
      session        integer  not null,
      model          text     collate "C" not null, -- '' when it is not known
      paid           smallint not null,            -- 1 for what the agent itself said the cost of
      slot           bigint   not null,            -- half hours since 1970, UTC; 0 for what has no time
      input          bigint   not null,
      output         bigint   not null,
      cache_read     bigint   not null,
      cache_write    bigint   not null,
      cache_write_1h bigint   not null,
      usd            double precision not null,
      primary key (tree, session, model, paid, slot)
    ) with (fillfactor = 80);

    -- The store itself -------------------------------------------------------------------------------------------

    create table forgotten (
      session bigint primary key                   -- key of the uid: the uid itself is forgotten too
    );

    create table meta (
      name   text collate "C" not null primary key,
      value  text collate "C" not null
    );
  `,
};
