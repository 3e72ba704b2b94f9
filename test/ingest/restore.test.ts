import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restore } from '../../src/ingest/archive/restore.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive } from '../support/archive.ts';
import { fixedTest } from '../support/transcript.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'stemma-restore-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function onlySession({ store }: Archive) {
  const { sessions } = await store.read.sessions({ topLevel: true }, { limit: 1, offset: 0 });
  return sessions[0]!;
}

test('a session the agent has deleted comes back byte for byte, with its sub-agents and side files', async () => {
  const archive = await Archive.open();
  const story = join(import.meta.dirname, '../../src/sources/claude-code/fixtures/2.1.325-03-subagent');
  cpSync(story, archive.folder, { recursive: true });
  rmSync(join(archive.folder, 'expected.txt'));
  const files = globSync('**/*.{jsonl,json}', { cwd: archive.folder });
  await archive.ingest();
  rmSync(join(archive.folder, 'projects'), { recursive: true });

  const to = folder();
  const { files: written } = await restore({ store: archive.store, sources, session: await onlySession(archive), to });

  expect(files.length).toBeGreaterThan(4);
  expect(written).toHaveLength(files.length);
  for (const file of files) {
    const back = written.find(({ path }) => path.endsWith(file.split('/').at(-1)!))!;
    expect(readFileSync(back.path).equals(readFileSync(join(story, file))), file).toBe(true);
  }
});

test('an older version of a rewritten file can be had too', async () => {
  const archive = await Archive.open();
  const first = fixedTest('versions').toString();
  archive.write('s.jsonl', first);
  await archive.ingest();
  const second = first.slice(0, first.indexOf('\n') + 1);
  archive.write('s.jsonl', second);
  await archive.ingest();

  const session = await onlySession(archive);
  const [last, older] = [folder(), folder()];
  await restore({ store: archive.store, sources, session, to: last });
  await restore({ store: archive.store, sources, session, to: older, version: 0 });

  expect(readFileSync(join(last, 's.jsonl'), 'utf8')).toBe(second);
  expect(readFileSync(join(older, 's.jsonl'), 'utf8')).toBe(first);
});

test('nothing is overwritten', async () => {
  const archive = await Archive.open();
  archive.write('s.jsonl', fixedTest('overwrite').toString());
  await archive.ingest();
  const session = await onlySession(archive);
  const to = folder();
  await restore({ store: archive.store, sources, session, to });
  await expect(restore({ store: archive.store, sources, session, to })).rejects.toMatchObject({
    code: 'would-overwrite',
  });
});
