import { spawn } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configIn } from '../config-in.ts';

/** Sessions start more often than there is something to send. */
const pauseMs = 60_000;

interface PushSoon {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
  /** The program of stemma. */
  readonly program: string;
}

/**
 * For hooks, which an agent waits for: starts `stemma ingest`, which pushes afterwards, and does not wait for it. Only
 * where `push` is on, and not again within a minute. Returns whether it was started.
 */
export function pushSoon({ home, env, now, program }: PushSoon): boolean {
  if (configIn(home)?.['push'] !== true) return false;
  if (!existsSync(join(home, 'login.json')) && !env['STEMMA_SERVER_TOKEN']) return false;
  const stamp = join(home, 'push.stamp');
  const last = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (now - last < pauseMs && now >= last) return false;
  writeFileSync(stamp, '', { mode: 0o600 });
  const child = spawn(process.execPath, [program, 'ingest', '--quiet', '--home', home], {
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
  return true;
}
