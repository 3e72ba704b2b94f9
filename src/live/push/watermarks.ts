import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Base, Piece, Refusal } from '../../ingest/receive/delivery.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { loadSqlite } from '../../platform/load-sqlite.ts';
import { translate } from '../../store/sqlite/connect/translate.ts';
import type { Visibility } from './share-rules.ts';

/** Where something is sent: a server's address and one of its spaces. */
export interface Target {
  readonly server: string;
  readonly space: 'team' | 'mine';
}

/** How far a file was sent. */
export interface Watermark {
  readonly session: string;
  /** Up to here the local version was sent. */
  readonly version: number;
  readonly bytes: number;
  /** What the receiver had afterwards. */
  readonly base: Base;
  /** The local pieces that were sent, of a file whose agent rewrites it. */
  readonly pieces?: readonly Piece[];
  /** The receiver will not take it. */
  readonly refused?: Refusal;
}

/**
 * `push.db` in stemma's home: how far each file was sent to each server. It only saves time: without it every file is
 * compared with the server once. At most one row per file and space. Beside it is `share.db`, which nothing else knows:
 * what repositories said that are gone, and which sessions a server is still to forget.
 */
export class Watermarks implements Disposable {
  readonly #db: DatabaseSync;
  readonly #archive: string;

  /** `archive`: which of several archives on this machine its files are in. */
  constructor(path: string, archive: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#db = opened(path);
    this.#archive = archive;
  }

  get({ server, space }: Target, path: string): Watermark | undefined {
    const row = this.#db
      .prepare('select * from file where server = ? and space = ? and archive = ? and path = ?')
      .get(server, space, this.#archive, path);
    if (row === undefined) return undefined;
    const { session, version, bytes, base_version, base_bytes, etag, pieces, refused } = row;
    return {
      session: session as string,
      version: version as number,
      bytes: bytes as number,
      base: { version: base_version as number, bytes: base_bytes as number, etag: etag as string },
      ...(pieces !== null && { pieces: JSON.parse(pieces as string) as Piece[] }),
      ...(refused !== null && { refused: refused as Refusal }),
    };
  }

  put({ server, space }: Target, path: string, mark: Watermark): void {
    const { session, version, bytes, base, pieces, refused } = mark;
    this.#db
      .prepare('insert or replace into file values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        server,
        space,
        this.#archive,
        path,
        session,
        version,
        bytes,
        base.version,
        base.bytes,
        base.etag,
        pieces ? JSON.stringify(pieces) : null,
        refused ?? null,
      );
  }

  drop({ server, space }: Target, path: string): void {
    this.#db
      .prepare('delete from file where server = ? and space = ? and archive = ? and path = ?')
      .run(server, space, this.#archive, path);
  }

  /** Where any of these sessions was sent to. */
  targetsOf(sessions: readonly string[]): readonly Target[] {
    const list = JSON.stringify(sessions);
    return this.#db
      .prepare(
        `select distinct server, space from file where base_bytes > 0 and session in (select value from json_each(?))`,
      )
      .all(list) as unknown as Target[];
  }

  dropSessions(sessions: readonly string[]): void {
    this.#db
      .prepare('delete from file where session in (select value from json_each(?))')
      .run(JSON.stringify(sessions));
  }

  /** Drops what is known of files that the archive no longer has. */
  keepOnly(paths: ReadonlySet<string>): void {
    const known = this.#db.prepare('select distinct path from file where archive = ?').all(this.#archive);
    for (const { path } of known)
      if (!paths.has(path as string))
        this.#db.prepare('delete from file where archive = ? and path = ?').run(this.#archive, path as string);
  }

  /** What the file in a repository said when the folder was last here. */
  shareOf(folder: string): Visibility | undefined {
    const row = this.#db.prepare('select share from folder where cwd = ?').get(folder);
    return row?.['share'] as Visibility | undefined;
  }

  putShare(folder: string, share: Visibility | undefined): void {
    if (share === undefined) this.#db.prepare('delete from folder where cwd = ?').run(folder);
    else this.#db.prepare('insert or replace into folder values (?, ?)').run(folder, share);
  }

  /** Sessions that a server is still to forget. */
  unforgotten({ server, space }: Target): readonly string[] {
    return this.#db
      .prepare('select session from forget where server = ? and space = ?')
      .all(server, space)
      .map(({ session }) => session as string);
  }

  putUnforgotten({ server, space }: Target, sessions: readonly string[]): void {
    for (const session of sessions)
      this.#db.prepare('insert or ignore into forget values (?, ?, ?)').run(server, space, session);
  }

  forgotten({ server, space }: Target, sessions: readonly string[]): void {
    this.#db
      .prepare('delete from forget where server = ? and space = ? and session in (select value from json_each(?))')
      .run(server, space, JSON.stringify(sessions));
  }

  /** Everything about a server. */
  dropServer(server: string): void {
    for (const table of ['file', 'forget']) this.#db.prepare(`delete from ${table} where server = ?`).run(server);
  }

  together(work: () => void): void {
    this.#db.exec('begin immediate');
    try {
      work();
      this.#db.exec('commit');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** A damaged `push.db` begins anew. */
function opened(path: string): DatabaseSync {
  try {
    return openedWith(path);
  } catch (error) {
    if (!(error instanceof StemmaError) || error.code !== 'store-damaged' || !error.message.includes(path)) throw error;
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    return openedWith(path);
  }
}

function openedWith(path: string): DatabaseSync {
  const kept = join(dirname(path), 'share.db');
  const db = new (loadSqlite().DatabaseSync)(path);
  let opening = path;
  try {
    const settings = (schema: string) => `pragma ${schema}.journal_mode = wal; pragma ${schema}.synchronous = normal;`;
    db.exec(`pragma busy_timeout = 10000; ${settings('main')} ${sentTable}`);
    opening = kept;
    db.prepare('attach database ? as kept').run(kept);
    db.exec(`${settings('kept')} ${keptTables}`);
    for (const each of [path, kept]) chmodSync(each, 0o600);
    return db;
  } catch (error) {
    db.close();
    throw translate(error, opening);
  }
}

const sentTable = `
  create table if not exists main.file (
    server       text not null,
    space        text not null,
    archive      text not null,
    path         text not null,
    session      text not null,
    version      integer not null,   -- of the local archive, and how much of it was sent
    bytes        integer not null,
    base_version integer not null,   -- what the server had then
    base_bytes   integer not null,
    etag         text not null,
    pieces       text,
    refused      text,
    primary key (server, space, archive, path)
  ) strict, without rowid`;
const keptTables = `
  create table if not exists kept.folder (
    cwd   text primary key,
    share text not null
  ) strict, without rowid;
  create table if not exists kept.forget (
    server  text not null,
    space   text not null,
    session text not null,
    primary key (server, space, session)
  ) strict, without rowid`;
