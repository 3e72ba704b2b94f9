import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../replace-file.ts';
import type { PlannedFile } from '../../sources/agent/install.ts';
import type { McpSettings } from '../../sources/agent/mcp.ts';

/**
 * What an install changed, so that an uninstall can restore everything to the byte. In stemma's home, one per agent.
 */
export interface InstallRecord {
  readonly agent: string;
  readonly version: string | null;
  readonly events: readonly string[];
  readonly files: readonly FileRecord[];
  /** Whether it gets advice after a call that failed. */
  readonly advice?: boolean;
  /** Whether it gets a resume note when a session starts or was compacted. */
  readonly resume?: boolean;
  /** Whether our MCP server is in its settings; absent in records of a stemma that had none. */
  readonly mcp?: boolean;
}

export interface FileRecord {
  readonly path: string;
  readonly kind: PlannedFile['kind'];
  /** Where in it our MCP server may be. */
  readonly server?: Pick<McpSettings, 'format' | 'under'>;
  /** Of the bytes as we left them. */
  readonly sha256: string;
  /** The name of the copy of what was there before; null when there was nothing. */
  readonly before: string | null;
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function readRecord(home: string, agent: string): InstallRecord | undefined {
  try {
    const value = JSON.parse(readFileSync(recordPath(home, agent), 'utf8')) as InstallRecord;
    return Array.isArray(value.files) && value.agent === agent ? value : undefined;
  } catch {
    return undefined;
  }
}

export function writeRecord(home: string, record: InstallRecord): void {
  mkdirSync(join(home, 'installed'), { recursive: true, mode: 0o700 });
  replaceFile(recordPath(home, record.agent), Buffer.from(`${JSON.stringify(record, null, 2)}\n`));
}

/** Forgets an install. The copies are deleted too, unless their content could not be restored to the byte. */
export function removeRecord(home: string, agent: string, { keepCopies }: { readonly keepCopies: boolean }): void {
  rmSync(recordPath(home, agent), { force: true });
  if (!keepCopies) rmSync(join(home, 'installed', agent), { recursive: true, force: true });
  try {
    rmdirSync(join(home, 'installed'));
  } catch {
    // Something is left in it.
  }
}

export function isAnythingInstalled(home: string): boolean {
  return recordedAgents(home).length > 0;
}

/** Agents it is turned on for. */
export function agentsWith(home: string, what: 'advice' | 'resume' | 'mcp'): readonly string[] {
  return recordedAgents(home).filter((agent) => readRecord(home, agent)?.[what] === true);
}

function recordedAgents(home: string): readonly string[] {
  try {
    return readdirSync(join(home, 'installed'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length));
  } catch {
    return [];
  }
}

/** Where the copies of what was there before are kept. */
export function backupPath(home: string, agent: string, name: string): string {
  return join(home, 'installed', agent, name);
}

/** Stores a copy; settings may hold keys, so only the owner may read it. The same bytes have the same name. */
export function keepBackup(home: string, agent: string, name: string, bytes: Uint8Array): string {
  const kept = `${sha256(bytes).slice(0, 12)}-${name}`;
  mkdirSync(join(home, 'installed', agent), { recursive: true, mode: 0o700 });
  replaceFile(backupPath(home, agent, kept), bytes);
  return kept;
}

function recordPath(home: string, agent: string): string {
  return join(home, 'installed', `${agent}.json`);
}
