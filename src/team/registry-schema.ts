/** Ids are never used again, so that a new workspace of an old name does not find the files of the old one. */
export const registrySchema = `
  create table workspace (
    id         integer primary key autoincrement,
    name       text not null unique,
    allows_raw integer not null,
    keep_days  integer,                -- sessions that ended longer ago are forgotten
    made_at    integer not null
  ) strict;
  create table member (
    id        integer primary key autoincrement,
    workspace integer not null references workspace on delete cascade,
    name      text not null,
    unique (workspace, name)
  ) strict;
  create table token (
    id         text primary key,
    hash       blob not null,          -- SHA-256 of the whole token
    member     integer not null references member on delete cascade,
    role       text not null,
    note       text not null,
    made_at    integer not null,
    expires_at integer,
    revoked_at integer,
    used_at    integer                 -- to the minute
  ) strict, without rowid;
  create index token_of_member on token (member);
  create table machine (               -- belongs to who pushed from it first
    workspace integer not null references workspace on delete cascade,
    name      text not null,
    member    integer not null references member on delete cascade,
    primary key (workspace, name)
  ) strict, without rowid;
  create table audit (
    id        integer primary key autoincrement,
    at        integer not null,
    actor     text not null,           -- user, or 'console' for commands at the server
    token     text,
    workspace text,
    action    text not null,
    subject   text not null,
    address   text
  ) strict;
  create table meta (name text primary key, value text not null) strict, without rowid;
`;
