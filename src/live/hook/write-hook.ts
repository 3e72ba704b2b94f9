import { mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../sources/registry.ts';
import { replaceFile } from '../replace-file.ts';
import { hookPath, spoolPath } from './hook-command.ts';
import type { HookKit } from './hook-command.ts';
import { nodeHook } from './node-hook.ts';
import { posixHook } from './posix-hook.ts';

/** Writes the hook into stemma's home, and the spool beside it. Returns whether anything changed. */
export function writeHook(kit: HookKit): boolean {
  mkdirSync(spoolPath(kit), { recursive: true, mode: 0o700 });
  if (isHookCurrent(kit)) return false;
  replaceFile(hookPath(kit), Buffer.from(hookText(kit)), 0o700);
  return true;
}

export function isHookCurrent(kit: HookKit): boolean {
  try {
    return readFileSync(hookPath(kit), 'utf8') === hookText(kit);
  } catch {
    return false;
  }
}

/** Removes the hook and its notes about advice. Events that nobody has collected yet stay. */
export function removeHook(kit: HookKit): void {
  rmSync(hookPath(kit), { force: true });
  rmSync(join(kit.home, 'advice'), { recursive: true, force: true });
  try {
    rmdirSync(spoolPath(kit));
  } catch {
    // Not empty, or not there.
  }
}

function hookText({ platform }: HookKit): string {
  return platform === 'win32' ? nodeHook(agents) : posixHook(agents);
}
