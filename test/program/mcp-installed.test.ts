import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { fixedTest } from '../support/transcript.ts';

// The built program, with a home and an archive where nobody would look for them.
const program = join(import.meta.dirname, '../../dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'stemma-mcp-installed-'));
const home = join(folder, `dev's "own" $HOME`);
const archive = join(folder, 'else where.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stemma = (...words: string[]) =>
  execFileSync(process.execPath, [program, ...words], {
    env: { HOME: folder, STEMMA_HOME: home, STEMMA_DB: archive, PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });

test.skipIf(process.platform === 'win32')(
  'what install writes starts a server that finds the archive, for an agent that hands on nothing and has no Node',
  async () => {
    const transcript = join(folder, 'past.jsonl');
    writeFileSync(transcript, fixedTest('installed').toString());
    stemma('ingest', transcript);
    mkdirSync(join(folder, '.gemini'));
    stemma('install', 'gemini');

    const { mcpServers } = JSON.parse(readFileSync(join(folder, '.gemini/settings.json'), 'utf8')) as {
      mcpServers: { stemma: { command: string; args: string[] } };
    };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        ...mcpServers.stemma,
        env: { PATH: '/usr/bin:/bin', HOME: '/nowhere', NODE_OPTIONS: '--require /nowhere.cjs' },
        cwd: '/',
      }),
    );
    try {
      const { content } = await client.callTool({ name: 'search_history', arguments: { text: 'cart' } });
      expect(JSON.stringify(content)).toContain('src/cart.js');
    } finally {
      await client.close();
    }
    expect(stemma('doctor', '--json')).toContain('"mcp":"on"');
  },
);
