import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { hookPath, isHookCommand } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { WantedFile } from './agent.ts';
import { JsoncError } from './json/parse-jsonc.ts';
import { hasExactly, oursIn, settingsIn, UnexpectedShape, withHooks, withoutHooks } from './merge-hooks.ts';
import { backupPath, sha256 } from './record.ts';
import type { FileRecord } from './record.ts';

/** What is to happen to one file. The bytes before and after; undefined where there is no file. */
export interface Change {
  readonly path: string;
  readonly from: Uint8Array | undefined;
  readonly to: Uint8Array | undefined;
  /** What the file would hold without us: what an uninstall gives back. */
  readonly without: Uint8Array | undefined;
  readonly mode: number | undefined;
  /** What the person should know about it, as a sentence. */
  readonly note?: string;
  /** The file is the person's own, and not ours to add to. */
  readonly isLeftAlone?: true;
  /** The file was changed since we wrote it, so only our part of it goes. */
  readonly isPartial?: true;
}

interface Known {
  readonly kit: HookKit;
  readonly agent: string;
  readonly record: FileRecord | undefined;
}

/** What installing does to a file. Installing twice is no change; a file as we left it starts again from what was there before us. */
export function changeToInstall(file: WantedFile, known: Known): Change {
  const from = bytesOf(file.path);
  const mode = file.kind === 'own' ? file.mode : undefined;
  if (file.kind === 'own') {
    const to = Buffer.from(file.text);
    const isOurs = from !== undefined && (isAsWeLeftIt(from, known) || isWrittenByUs(from, known.kit));
    if (from && !isOurs && file.isShared) {
      return { path: file.path, from, to: from, without: from, mode, isLeftAlone: true, note: `${basename(file.path)} is a hook of yours already and was left alone; stemma does not hear of that event.` };
    }
    const without = isOurs ? before(known) : from;
    return { path: file.path, from, to, without, mode };
  }

  const isOurs = (command: unknown): boolean => isHookCommand(known.kit, command);
  return understanding(file.path, () => {
    const off = from && textOf(from).trim() !== '' ? file.isOff?.(settingsIn(textOf(from))) : undefined;
    const note = off === undefined ? {} : { note: off };
    if (from && textOf(from).trim() !== '' && hasExactly(textOf(from), file.groups, isOurs)) {
      const without = isAsWeLeftIt(from, known) ? before(known) : taken(from, isOurs, known);
      return { path: file.path, from, to: from, without, mode, ...note };
    }
    const without = from === undefined ? undefined : isAsWeLeftIt(from, known) ? before(known) : taken(from, isOurs, known);
    const start = without && textOf(without).trim() !== '' ? textOf(without) : '{}\n';
    return { path: file.path, from, to: Buffer.from(withHooks(start, file.groups)), without, mode, ...note };
  });
}

/** What uninstalling does to a file: as it was before us if nobody has touched it since, and otherwise without what is ours. */
export function changeToUninstall(file: Pick<WantedFile, 'kind' | 'path'>, known: Known): Change {
  const from = bytesOf(file.path);
  const mode = undefined;
  if (from === undefined) return { path: file.path, from, to: undefined, without: undefined, mode };
  if (isAsWeLeftIt(from, known)) {
    const to = before(known);
    return { path: file.path, from, to, without: to, mode };
  }
  if (file.kind === 'own') {
    const to = isWrittenByUs(from, known.kit) ? before(known) : from;
    return { path: file.path, from, to, without: to, mode, ...(to === from ? {} : { isPartial: true }) };
  }
  const isOurs = (command: unknown): boolean => isHookCommand(known.kit, command);
  return understanding(file.path, () => {
    if (textOf(from).trim() === '' || Object.keys(oursIn(textOf(from), isOurs)).length === 0) return { path: file.path, from, to: from, without: from, mode };
    const rest = taken(from, isOurs, known);
    const wasNew = known.record?.before === null;
    const to = wasNew && Object.keys(settingsIn(textOf(rest))).length === 0 ? undefined : rest;
    return { path: file.path, from, to, without: to, mode, isPartial: true };
  });
}

export function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.from(a).equals(b);
}

/** The text of a file that must be UTF-8; a byte order mark stays part of it. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UnexpectedShape('it is not UTF-8');
  }
}

function taken(from: Uint8Array, isOurs: (command: unknown) => boolean, known: Known): Uint8Array {
  const text = textOf(from);
  if (text.trim() === '') return from;
  const earlier = known.record ? before(known) : undefined;
  const value = known.record ? (earlier && textOf(earlier).trim() !== '' ? settingsIn(textOf(earlier)) : {}) : undefined;
  return Buffer.from(withoutHooks(text, isOurs, value));
}

function before({ kit, agent, record }: Known): Uint8Array | undefined {
  return record?.before ? bytesOf(backupPath(kit.home, agent, record.before)) : undefined;
}

/** And what was there before is still at hand. */
function isAsWeLeftIt(from: Uint8Array, known: Known): boolean {
  const { record } = known;
  if (record === undefined || record.sha256 !== sha256(from)) return false;
  return record.before === null || before(known) !== undefined;
}

function isWrittenByUs(bytes: Uint8Array, kit: HookKit): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  return text.includes('Written by `stemma install') || text.includes(hookPath(kit)) || text.includes(JSON.stringify(hookPath(kit)).slice(1, -1));
}

export function bytesOf(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Settings we cannot read are the person's to mend: nothing is guessed and nothing is written. */
function understanding<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JsoncError || cause instanceof UnexpectedShape)) throw cause;
    throw new StemmaError('bad-settings', `${path} cannot be understood: ${cause.message}.`, { hint: 'It was left as it is. Correct it, then run the same command again.', cause });
  }
}
