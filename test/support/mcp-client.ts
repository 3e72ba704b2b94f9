import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { expect, onTestFinished } from 'vitest';
import { openArchive } from '../../src/testing/open-archive.ts';
import { failedTest } from '../../src/testing/stories.ts';
import { writeStories, type Story } from '../../src/testing/write-stories.ts';
import { programEnv } from './program-env.ts';

// The built program and the official client, as an agent has them.
const program = join(import.meta.dirname, '../../dist/main.js');

/** What the tools that write return. */
export interface Recorded {
  readonly id: string;
  readonly attempt: string;
}

/** A client of `stemma mcp` in this home, for the length of a test. */
export async function connect(home: string): Promise<Client> {
  const client = await newClient(home);
  onTestFinished(() => client.close());
  return client;
}

export async function newClient(home: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' }, { jsonSchemaValidator });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: environment(home),
      stderr: 'ignore',
    }),
  );
  return client;
}

/** Checks answers as that of the client does. Schemas are compiled once for all clients: that is most of a test. */
const validators = new Map<string, ReturnType<AjvJsonSchemaValidator['getValidator']>>();
const ajv = new AjvJsonSchemaValidator();
export const jsonSchemaValidator = {
  getValidator<T>(schema: Parameters<typeof ajv.getValidator>[0]) {
    const text = JSON.stringify(schema);
    const validator = validators.get(text) ?? ajv.getValidator(schema);
    validators.set(text, validator);
    return validator as ReturnType<typeof ajv.getValidator<T>>;
  },
};

export async function call(client: Client, name: string, input: object): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
}

export function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The server as a bare process, without a client. */
export function startServer(home: string) {
  const child = spawn(process.execPath, [program, 'mcp'], {
    env: environment(home),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = async (): Promise<void> => {
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } } })}\n`,
    );
    await expect.poll(() => out.includes('"id":1'), { timeout: 10_000 }).toBe(true);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  };
  return { child, code, ready, out: () => out };
}

/** A home below `folder` with an archive that a test may write to. */
export async function writableHome(folder: string): Promise<string> {
  const home = mkdtempSync(join(folder, 'own-'));
  await addStories(home, failedTest);
  return home;
}

export async function addStories(home: string, ...stories: readonly Story[]): Promise<void> {
  mkdirSync(home, { recursive: true });
  await using store = await openArchive(join(home, 'stemma.db'), 'write');
  await writeStories(store, ...stories);
}

function environment(home: string): Record<string, string> {
  return { ...programEnv, HOME: home, STEMMA_HOME: home };
}
