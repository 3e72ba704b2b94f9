import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownFiles, readLines } from '../fixtures.ts';
import type { Draft } from '../source.ts';
import { openHands } from './index.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

function home(scenario: string): { readonly path: string; readonly conversation: string } {
  const path = mkdtempSync(join(tmpdir(), 'stemma-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  cpSync(join(fixtures, scenario), path, { recursive: true });
  const folder = join(path, '.openhands/conversations');
  return { path, conversation: join(folder, readdirSync(folder)[0]!) };
}

async function draftsIn(folder: string): Promise<readonly Draft[]> {
  const [file] = await ownFiles(openHands, folder);
  return readLines(openHands, openHands.identify(file!.peek), file!.records).flatMap(({ drafts }) => drafts ?? []);
}

test('a conversation is found by its state, and one without events is none', async () => {
  const { path, conversation } = home('1.2.0-fix');
  const found = await Array.fromAsync(openHands.discover({ home: path, env: {} }));
  expect(found).toEqual([join(conversation, 'base_state.json')]);
  rmSync(join(conversation, 'events'), { recursive: true });
  expect(await Array.fromAsync(openHands.container!.list(found[0]!))).toEqual([]);
});

test('nothing of the settings and secrets in its state is read', async () => {
  const { path, conversation } = home('1.2.0-fix');
  const state = join(conversation, 'base_state.json');
  const text = readFileSync(state, 'utf8');
  expect(text).toContain('"secret_sources": {}');
  writeFileSync(state, text.replace('"secret_sources": {}', '"secret_sources": {"KEY": "never-copied"}'));
  const [file] = await ownFiles(openHands, path);
  expect(file!.records.map((record) => record.text).join('\n')).not.toMatch(/never-copied|secret_registry/);
});

test('parallel calls belong to the message of their response', async () => {
  const drafts = await draftsIn(join(fixtures, '1.2.0-parallel'));
  const [message] = drafts.filter(({ what }) => what.is === 'message');
  const calls = drafts.filter(({ what }) => what.is === 'call');
  expect(calls.map(({ parent }) => parent)).toEqual([message!.key, message!.key, message!.key]);
});

test('what a response used stands at the time of the response', async () => {
  const drafts = await draftsIn(join(fixtures, '1.2.0-fix'));
  const used = drafts.filter(({ tokens }) => tokens !== undefined);
  expect(used).toHaveLength(5);
  expect(used.every(({ at, turn }) => at !== undefined && turn !== undefined)).toBe(true);
});
