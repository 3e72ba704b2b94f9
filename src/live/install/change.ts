import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { StemmaError } from '../../model/stemma-error.ts';
import { hookPath, isHookCommand } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { OwnFile, ServerFile, ServerSetting, SettingsFile, PlannedFile } from '../../sources/agent/install.ts';
import { JsoncError } from './json/parse-jsonc.ts';
import { standingIn, withMcp, withoutMcp } from './mcp/mcp-setting.ts';
import { serverCommand } from './mcp/server-script.ts';
import { hasExactly, oursIn, settingsIn, UnexpectedShape, withHooks, withoutHooks } from './merge-hooks.ts';
import { backupPath, sha256 } from './record.ts';
import type { FileRecord } from './record.ts';

/** A change to one file: the bytes before and after; undefined where there is no file. */
export interface Change {
  readonly path: string;
  readonly from: Uint8Array | undefined;
  readonly to: Uint8Array | undefined;
  /** What the file would hold without us: what an uninstall restores. */
  readonly without: Uint8Array | undefined;
  readonly mode: number | undefined;
  /** What the person should know about it, as a sentence. */
  readonly note?: string;
  /** The agent finds our MCP server through it. */
  readonly isServed?: true;
  /** Why it does not although it should; a sentence without its full stop. */
  readonly unserved?: string;
  /** The file belongs to the person, and we must not add to it. */
  readonly isLeftAlone?: true;
  /** The file was changed since we wrote it, so only our part of it is removed. */
  readonly isPartial?: true;
}

/** What must be known of a file we may have written to, to remove our part again. */
export type Held = Pick<FileRecord, 'kind' | 'path' | 'server'>;

interface Known {
  readonly kit: HookKit;
  readonly agent: string;
  readonly record: FileRecord | undefined;
}

/**
 * The change to a file when installing. Installing twice changes nothing; a file as we left it starts again from what
 * was there before.
 */
export function changeToInstall(file: PlannedFile, known: Known): Change {
  return file.kind === 'own' ? changeOfOwn(file, known) : changeOfSettings(file, known);
}

function changeOfOwn({ path, text, mode, isShared }: OwnFile, known: Known): Change {
  const from = bytesOf(path);
  const isOurs = from !== undefined && (isAsWeLeftIt(from, known) || isWrittenByUs(from, known.kit));
  if (from && !isOurs && isShared) {
    return {
      path,
      from,
      to: from,
      without: from,
      mode,
      isLeftAlone: true,
      note: `${basename(path)} is a hook of yours already and was left alone; that event is not captured.`,
    };
  }
  return { path, from, to: Buffer.from(text), without: isOurs ? before(known) : from, mode };
}

function changeOfSettings(file: SettingsFile | ServerFile, known: Known): Change {
  const { path } = file;
  const mode = undefined;
  const from = bytesOf(path);
  const unserved = problemOf(from, file.server, known);
  if (file.kind === 'server' && unserved !== undefined)
    return { path, from, to: from, without: from, mode, unserved, isLeftAlone: true };
  const served = unserved !== undefined ? { unserved } : file.server?.entry ? { isServed: true as const } : {};
  return understanding(path, () => {
    const text = from && textOf(from);
    const off = file.kind === 'settings' && text?.trim() ? file.isOff?.(settingsIn(text)) : undefined;
    const without = from && (isAsWeLeftIt(from, known) ? before(known) : taken(from, file, known));
    const about = { path, from, without, mode, ...served, ...(off === undefined ? {} : { note: off }) };
    const complete = (start: string): string =>
      withServer(withGroups(start, file, known), unserved === undefined ? file.server : undefined, known);
    if (text !== undefined && complete(text) === text) return { ...about, to: from };
    const start = from && isAsWeLeftIt(from, known) ? without : from;
    return { ...about, to: Buffer.from(complete(start ? textOf(start) : '')) };
  });
}

/**
 * The change to a file when uninstalling: as it was before, if nobody has touched it since, and otherwise without our
 * part.
 */
export function changeToUninstall(file: Held, known: Known): Change {
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
  return understanding(file.path, () => {
    const rest = taken(from, file, known);
    if (isSame(rest, from)) return { path: file.path, from, to: from, without: from, mode };
    const to = known.record?.before === null && isEmpty(textOf(rest), file) ? undefined : rest;
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

/** What is there already stays in place. */
function withGroups(text: string, file: SettingsFile | ServerFile, known: Known): string {
  if (file.kind === 'server') return text;
  const start = text.trim() === '' ? '{}\n' : text;
  const isOurs = isHookOf(known);
  return hasExactly(start, file.groups, isOurs)
    ? text
    : withHooks(withoutHooks(start, isOurs, valueBefore(known)), file.groups);
}

/** The same for the server; one that is no longer wanted is removed. */
function withServer(text: string, server: ServerSetting | undefined, known: Known): string {
  if (!server) return text;
  const standing = standingIn(text, server, serverCommand(known.kit));
  if (standing === 'strange' || standing === (server.entry ? 'ours' : 'absent')) return text;
  const bare = standing === 'absent' ? text : withoutMcp(text, server, textBefore(known));
  return server.entry ? withMcp(bare, server, server.entry) : bare;
}

function taken(from: Uint8Array, { kind, server }: Held, known: Known): Uint8Array {
  const text = textOf(from);
  if (text.trim() === '') return from;
  const isOurs = isHookOf(known);
  const unhooked =
    kind === 'settings' && Object.keys(oursIn(text, isOurs)).length > 0
      ? withoutHooks(text, isOurs, valueBefore(known))
      : text;
  if (!server || problemOf(Buffer.from(unhooked), server, known) !== undefined) return Buffer.from(unhooked);
  const isThere = standingIn(unhooked, server, serverCommand(known.kit)) !== 'absent';
  return Buffer.from(isThere ? withoutMcp(unhooked, server, textBefore(known)) : unhooked);
}

/**
 * Why the server cannot be in it: the name is taken, or the settings cannot be parsed. They belong to the person, and
 * are left alone.
 */
function problemOf(
  from: Uint8Array | undefined,
  server: Pick<ServerSetting, 'format' | 'under'> | undefined,
  { kit }: Known,
): string | undefined {
  if (from === undefined || server === undefined) return undefined;
  try {
    const text = textOf(from);
    return standingIn(text, server, serverCommand(kit)) === 'strange'
      ? 'it has a server called "stemma" that is not from here, which was left alone; take that out and install again'
      : undefined;
  } catch (error) {
    if (!isNotUnderstood(error)) throw error;
    return `its settings were left alone, because they are not understood: ${error.message}`;
  }
}

function isHookOf({ kit }: Known): (command: unknown) => boolean {
  return (command) => isHookCommand(kit, command);
}

function isEmpty(text: string, { server }: Held): boolean {
  return text.trim() === '' || ((server?.format ?? 'json') === 'json' && Object.keys(settingsIn(text)).length === 0);
}

function before({ kit, agent, record }: Known): Uint8Array | undefined {
  return record?.before ? bytesOf(backupPath(kit.home, agent, record.before)) : undefined;
}

function textBefore(known: Known): string | undefined {
  const earlier = before(known);
  return earlier && textOf(earlier);
}

/** What the settings held before us; undefined when that is not known. */
function valueBefore(known: Known): Readonly<Record<string, unknown>> | undefined {
  if (known.record === undefined) return undefined;
  const text = textBefore(known);
  return text === undefined || text.trim() === '' ? {} : settingsIn(text);
}

/** And the earlier content is still available. */
function isAsWeLeftIt(from: Uint8Array, known: Known): boolean {
  const { record } = known;
  if (record === undefined || record.sha256 !== sha256(from)) return false;
  return record.before === null || before(known) !== undefined;
}

function isWrittenByUs(bytes: Uint8Array, kit: HookKit): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  return (
    text.includes('Written by `stemma install') ||
    text.includes(hookPath(kit)) ||
    text.includes(JSON.stringify(hookPath(kit)).slice(1, -1))
  );
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

/** Settings that cannot be parsed are for the person to fix: nothing is guessed or written. */
function understanding<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!isNotUnderstood(cause)) throw cause;
    throw new StemmaError('bad-settings', `${path} cannot be understood: ${cause.message}.`, {
      hint: 'It was left as it is. Correct it, then run the same command again.',
      cause,
    });
  }
}

function isNotUnderstood(error: unknown): error is JsoncError | UnexpectedShape {
  return error instanceof JsoncError || error instanceof UnexpectedShape;
}
