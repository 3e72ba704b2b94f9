import { chmodSync, existsSync, mkdirSync } from 'node:fs';
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
    this.#db = opened(path);
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

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** Drops what is known of sessions that are forgotten; returns the receivers that still have any of them. */
export function dropForwarded(path: string, archive: string, sessions: readonly SessionUid[]): readonly string[] {
  if (!existsSync(path)) return [];
  const db = opened(path);
  try {
    const gone = db
      .prepare(
        'delete from session where archive = ? and session in (select value from json_each(?)) returning receiver',
      )
      .all(archive, JSON.stringify(sessions));
    return [...new Set(gone.map(({ receiver }) => receiver as string))].sort();
  } finally {
    db.close();
  }
}

function opened(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new (loadSqlite().DatabaseSync)(path);
  chmodSync(path, 0o600);
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 10000');
  db.exec(table);
  return db;
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
