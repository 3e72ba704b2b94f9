import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { SessionUid } from '../../model/ids.ts';
import { loadSqlite } from '../../platform/load-sqlite.ts';

/** How far a session was sent. */
export interface SentMark {
  /** What the session was when it was sent. */
  readonly state: string;
  /** Events up to this place are in spans that were sent when the session was sent as a whole the last time. */
  readonly after: number;
  /** Spans of `state` that were sent since; null when all of them were. */
  readonly spans: number | null;
}

/** `forward.db` in stemma's home: what was sent where. Without it everything is sent again, under the same ids. */
export class Forwarded implements Disposable {
  readonly #db: DatabaseSync;
  readonly #archive: string;
  readonly #receiver: string;

  /** `archive`: which of several archives on this machine the sessions are in. */
  constructor(path: string, archive: string, receiver: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#db = new (loadSqlite().DatabaseSync)(path);
    chmodSync(path, 0o600);
    this.#db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 10000');
    this.#db.exec(table);
    this.#archive = archive;
    this.#receiver = receiver;
  }

  get(session: SessionUid): SentMark | undefined {
    return this.#db
      .prepare('select state, after, spans from session where receiver = ? and archive = ? and session = ?')
      .get(this.#receiver, this.#archive, session) as SentMark | undefined;
  }

  put(session: SessionUid, { state, after, spans }: SentMark): void {
    this.#db
      .prepare('insert or replace into session values (?, ?, ?, ?, ?, ?)')
      .run(this.#receiver, this.#archive, session, state, after, spans);
  }

  drop(session: SessionUid): void {
    this.#db
      .prepare('delete from session where receiver = ? and archive = ? and session = ?')
      .run(this.#receiver, this.#archive, session);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

const table = `
  create table if not exists session (
    receiver text not null,
    archive  text not null,
    session  text not null,
    state    text not null,
    after    integer not null,
    spans    integer,
    primary key (receiver, archive, session)
  ) strict, without rowid`;
