import { existsSync } from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StemmaError } from '../model/stemma-error.ts';
import { loadSqlite } from '../platform/load-sqlite.ts';
import { makePrivateFile } from '../store/sqlite/connect/private-files.ts';
import { translate } from '../store/sqlite/connect/translate.ts';
import { checkName } from './names.ts';
import { registrySchema } from './registry-schema.ts';
import type { Role } from './role.ts';
import { hashOf, newToken, tokenIdIn } from './token-text.ts';

/** The workspace a new server has. */
export const firstWorkspace = 'main';

export interface Workspace {
  readonly id: number;
  readonly name: string;
  readonly allowsRaw: boolean;
  /** Sessions that ended longer ago are forgotten; null for ever. */
  readonly keepDays: number | null;
  readonly madeAt: number;
}

type Policy = Pick<Workspace, 'allowsRaw' | 'keepDays'>;

/** Who a token belongs to. */
export interface Bearer {
  readonly tokenId: string;
  readonly user: string;
  readonly userId: number;
  readonly role: Role;
  readonly workspace: Workspace;
}

export type Refusal = 'unknown' | 'expired' | 'revoked';

export interface ListedToken {
  readonly id: string;
  readonly user: string;
  readonly workspace: string;
  readonly role: Role;
  readonly note: string;
  readonly madeAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly usedAt: number | null;
}

export interface AuditLine {
  readonly at: number;
  /** A user, or `console` for a command at the server. */
  readonly actor: string;
  readonly token: string | null;
  readonly workspace: string | null;
  readonly action: string;
  readonly subject: string;
  readonly address: string | null;
}

/**
 * Users, tokens, workspaces and the audit of a server: a small file in its home. The server asks it at every request
 * and keeps nothing, so that what a command changes is true at once.
 */
export class Registry implements Disposable {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #prepared = new Map<string, StatementSync>();

  /** `create` makes it, with a first workspace; otherwise there must be one. */
  static open(folder: string, { create = false, now }: { readonly create?: boolean; readonly now: number }): Registry {
    const path = registryPath(folder);
    if (!create && !existsSync(path))
      throw new StemmaError('bad-argument', `There is no server in ${folder}.`, {
        hint: 'Start `stemma server` once, or name its folder with --home.',
      });
    try {
      makePrivateFile(path);
      return new Registry(path, now);
    } catch (error) {
      throw translate(error, path);
    }
  }

  private constructor(path: string, now: number) {
    this.#path = path;
    this.#db = new (loadSqlite().DatabaseSync)(path);
    this.#db.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma foreign_keys = on;');
    this.#transaction(() => {
      const version = Number(this.#db.prepare('pragma user_version').get()!['user_version']);
      if (version > newest)
        throw new StemmaError('store-too-new', `The registry ${path} was made by a newer stemma.`, {
          hint: 'Update stemma on this server.',
        });
      if (version === newest) return;
      if (version === 0) this.#db.exec(registrySchema);
      // It came with version 2.
      else this.#db.exec('alter table workspace add column keep_days integer');
      this.#db.exec(`pragma user_version = ${newest}`);
      if (version === 0) this.#addWorkspace(firstWorkspace, { allowsRaw: false, keepDays: null }, now);
    });
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  /** Whose token it is, or why it is refused. Takes as long for a wrong one as for a right one. */
  bearer(token: string, now: number): Bearer | Refusal {
    const row = this.#get(
      `select t.hash, t.role, t.expires_at, t.revoked_at, t.used_at, m.id as user_id, m.name as user,
              w.id, w.name, w.allows_raw, w.keep_days, w.made_at
       from token t join member m on m.id = t.member join workspace w on w.id = m.workspace where t.id = ?`,
      tokenIdIn(token) ?? '',
    );
    const isRight = timingSafeEqual(hashOf(token), (row?.['hash'] as Uint8Array | undefined) ?? nobody);
    if (!row || !isRight) return 'unknown';
    if (row['revoked_at'] !== null) return 'revoked';
    if (row['expires_at'] !== null && Number(row['expires_at']) <= now) return 'expired';
    const tokenId = tokenIdIn(token)!;
    if (now - Number(row['used_at'] ?? 0) > minuteMs)
      this.#run('update token set used_at = ? where id = ?', now, tokenId);
    return {
      tokenId,
      user: String(row['user']),
      userId: Number(row['user_id']),
      role: row['role'] as Role,
      workspace: workspaceIn(row),
    };
  }

  /** Whether the token with this id was neither revoked nor has it expired, nor was its workspace deleted. */
  isValid(tokenId: string, now: number): boolean {
    return (
      this.#get(
        'select 1 from token where id = ? and revoked_at is null and (expires_at is null or expires_at > ?)',
        tokenId,
        now,
      ) !== undefined
    );
  }

  workspaces(): readonly Workspace[] {
    return this.#all('select * from workspace order by name').map(workspaceIn);
  }

  workspace(name: string): Workspace {
    const row = this.#get('select * from workspace where name = ?', name);
    if (row) return workspaceIn(row);
    throw new StemmaError('bad-argument', `There is no workspace "${name.slice(0, 60)}".`, {
      hint: `There are: ${
        this.workspaces()
          .map((each) => each.name)
          .join(', ') || 'none'
      }. \`stemma workspace create\` makes one.`,
    });
  }

  /** Every user of a workspace who was ever given a token. */
  users({ id }: Workspace): readonly { readonly id: number; readonly name: string }[] {
    return this.#all('select id, name from member where workspace = ? order by name', id).map((row) => ({
      id: Number(row['id']),
      name: String(row['name']),
    }));
  }

  createWorkspace(name: string, policy: Policy, now: number): Workspace {
    checkName(name, 'workspace');
    return this.#transaction(() => {
      if (this.#get('select 1 from workspace where name = ?', name))
        throw new StemmaError('bad-argument', `There is a workspace "${name}" already.`, {
          hint: 'Choose another name.',
        });
      this.#addWorkspace(name, policy, now);
      return this.workspace(name);
    });
  }

  setKeepDays({ id, name }: Workspace, keepDays: number | null): Workspace {
    this.#run('update workspace set keep_days = ? where id = ?', keepDays, id);
    return this.workspace(name);
  }

  /** Its users, tokens and machines go with it; its archives are the caller's to remove. */
  deleteWorkspace({ id }: Workspace): void {
    this.#run('delete from workspace where id = ?', id);
  }

  /** The text is returned here and nowhere else. */
  createToken(
    workspace: Workspace,
    user: string,
    {
      role,
      note = '',
      expiresAt,
    }: { readonly role: Role; readonly note?: string; readonly expiresAt?: number | undefined },
    now: number,
  ): { readonly id: string; readonly text: string } {
    checkName(user, 'user');
    return this.#transaction(() => {
      this.#run('insert into member (workspace, name) values (?, ?) on conflict do nothing', workspace.id, user);
      const { id: member } = this.#get('select id from member where workspace = ? and name = ?', workspace.id, user)!;
      const { id, text, hash } = newToken();
      this.#run(
        'insert into token (id, hash, member, role, note, made_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
        id,
        hash,
        member as number,
        role,
        note,
        now,
        expiresAt ?? null,
      );
      return { id, text };
    });
  }

  /** Those of all workspaces, or of one; the newest last. */
  tokens(workspace?: Workspace): readonly ListedToken[] {
    return this.#all(
      `select t.*, m.name as user, w.name as workspace from token t join member m on m.id = t.member join workspace w on w.id = m.workspace
       where ? is null or w.id = ? order by t.made_at, w.id, t.id`,
      workspace?.id ?? null,
      workspace?.id ?? null,
    ).map((row) => ({
      id: String(row['id']),
      user: String(row['user']),
      workspace: String(row['workspace']),
      role: row['role'] as Role,
      note: String(row['note']),
      madeAt: Number(row['made_at']),
      expiresAt: row['expires_at'] as number | null,
      revokedAt: row['revoked_at'] as number | null,
      usedAt: row['used_at'] as number | null,
    }));
  }

  /** By its id, the token itself, or a user's name for all of theirs. Returns those that were valid until now. */
  revoke(named: string, workspace: Workspace | undefined, now: number): readonly ListedToken[] {
    const id = tokenIdIn(named) ?? named;
    const found = this.tokens(workspace).filter((token) => token.id === id || token.user === id);
    if (found.length === 0)
      throw new StemmaError('bad-argument', 'There is no such token or user.', {
        hint: '`stemma token list` shows the ids.',
      });
    const places = new Set(found.map((token) => token.workspace));
    if (places.size > 1)
      throw new StemmaError('bad-argument', `${id} is a user of ${[...places].join(' and ')}.`, {
        hint: 'Say which one with --workspace.',
      });
    const valid = found.filter(({ revokedAt }) => revokedAt === null);
    for (const token of valid) this.#run('update token set revoked_at = ? where id = ?', now, token.id);
    return valid;
  }

  /** Gives a machine that nobody has to this user. Returns whether nobody had it. */
  claimMachine(workspace: Workspace, user: number, machine: string): boolean {
    const { changes } = this.#run(
      'insert into machine (workspace, name, member) values (?, ?, ?) on conflict do nothing',
      workspace.id,
      machine,
      user,
    );
    return changes > 0;
  }

  /** Whether a machine is this user's: it belongs to who pushed from it first. */
  ownsMachine(workspace: Workspace, user: number, machine: string): boolean {
    const row = this.#get('select member from machine where workspace = ? and name = ?', workspace.id, machine);
    return row?.['member'] === user;
  }

  audit({ at, actor, token, workspace, action, subject, address }: AuditLine): void {
    this.#run(
      'insert into audit (at, actor, token, workspace, action, subject, address) values (?, ?, ?, ?, ?, ?, ?)',
      at,
      actor,
      token,
      workspace,
      action,
      subject.slice(0, 500),
      address,
    );
  }

  /** The newest first. */
  auditLines(
    { workspace, since = 0 }: { readonly workspace?: string | undefined; readonly since?: number | undefined },
    limit: number,
  ): readonly AuditLine[] {
    return this.#all(
      'select at, actor, token, workspace, action, subject, address from audit where at >= ? and (? is null or workspace = ?) order by id desc limit ?',
      since,
      workspace ?? null,
      workspace ?? null,
      limit,
    ).map((row) => ({ ...row }) as unknown as AuditLine);
  }

  /** Old lines go: the audit must not fill the disk. */
  pruneAudit(now: number): void {
    this.#run('delete from audit where at < ?', now - auditMs);
    this.#run('delete from audit where id <= (select max(id) from audit) - ?', auditLines);
  }

  meta(name: string): string | undefined {
    return this.#get('select value from meta where name = ?', name)?.['value'] as string | undefined;
  }

  setMeta(name: string, value: string): void {
    this.#run('insert into meta values (?, ?) on conflict do update set value = excluded.value', name, value);
  }

  /** A copy of it, whole though the server writes. */
  backup(to: string): void {
    makePrivateFile(to);
    this.#run('vacuum into ?', to);
  }

  #addWorkspace(name: string, { allowsRaw, keepDays }: Policy, now: number): void {
    this.#run(
      'insert into workspace (name, allows_raw, keep_days, made_at) values (?, ?, ?, ?)',
      name,
      Number(allowsRaw),
      keepDays,
      now,
    );
  }

  #transaction<Answer>(work: () => Answer): Answer {
    this.#db.exec('begin immediate');
    try {
      const answer = work();
      this.#db.exec('commit');
      return answer;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (!statement) this.#prepared.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }

  #run(sql: string, ...values: readonly Value[]): { readonly changes: number | bigint } {
    return this.#translated(() => this.#statement(sql).run(...values));
  }

  #get(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.#translated(() => this.#statement(sql).get(...values));
  }

  #all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return this.#translated(() => this.#statement(sql).all(...values));
  }

  #translated<Answer>(work: () => Answer): Answer {
    try {
      return work();
    } catch (error) {
      throw translate(error, this.#path);
    }
  }
}

export function registryPath(folder: string): string {
  return join(folder, 'server.db');
}

type Value = string | number | null | Uint8Array;
type Row = Record<string, unknown>;

function workspaceIn(row: Row): Workspace {
  return {
    id: Number(row['id']),
    name: String(row['name']),
    allowsRaw: row['allows_raw'] === 1,
    keepDays: row['keep_days'] as number | null,
    madeAt: Number(row['made_at']),
  };
}

const newest = 2;
const minuteMs = 60_000;
const auditMs = 400 * 24 * 60 * minuteMs;
const auditLines = 500_000;
/** Compared with when there is no such token. */
const nobody = Buffer.alloc(32);
