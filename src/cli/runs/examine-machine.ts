import { stat } from 'node:fs/promises';

/** An archive in PostgreSQL. */
export interface DatabaseSeen {
  readonly engine: 'postgresql';
  /** Without the password. */
  readonly address: string;
  /** Version of PostgreSQL; null without a connection. */
  readonly server: string | null;
  readonly bytes: number | null;
  readonly migrations: readonly { readonly name: string; readonly applied: boolean }[];
  readonly sessions: number | null;
  readonly last_write_at: string | null;
  /** Why there is no connection, and what to do about it. */
  readonly problem: { readonly code: string; readonly message: string; readonly hint: string } | null;
}

export interface FileOnDisk {
  readonly path: string;
  readonly bytes: number;
  /** Such as `600`. */
  readonly mode: string;
}

export async function fileOnDisk(path: string): Promise<FileOnDisk | null> {
  const info = await stat(path).catch(() => undefined);
  return info ? { path, bytes: info.size, mode: (info.mode & 0o777).toString(8) } : null;
}
