import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blame } from '../../src/ask/blame/blame.ts';
import type { BlameFileAnswer } from '../../src/ask/blame/blame-file.ts';
import { compare } from '../../src/ask/compare/compare.ts';
import { findSession } from '../../src/ask/find/find-session.ts';
import { sources } from '../../src/sources/all-sources.ts';
import { Archive } from '../support/archive.ts';
import { fixedTest, Transcript, uuid } from '../support/transcript.ts';

// Through real transcripts and the real index, which holds the beginning of a call and not all of it.

const late = Array.from({ length: 12 }, (_, at) => `export const lateConstant${at} = ${at};`).join('\n');
const early = late.replaceAll('late', 'early');

test('a file that stands at the end of a long command is found by the sessions that read it', async () => {
  const archive = await archiveOf(
    new Transcript('long')
      .prompt('write both')
      .calls('toolu_1', 'Bash', {
        command: `cat > src/early.js <<'EOF'\n${early}\nEOF\ncat > src/late.js <<'EOF'\n${late}\nEOF`,
      })
      .returns('toolu_1', '')
      .calls('toolu_2', 'Read', { file_path: '/home/dev/shop/src/late.js' })
      .returns('toolu_2', late),
  );
  expect(await authors(archive, 'src/late.js', `${late}\n`)).toEqual(['1-12 toolu_1']);
});

test('a file that was moved without a word is found by the words it begins with', async () => {
  const archive = await archiveOf(
    new Transcript('made')
      .prompt('write it')
      .calls('toolu_1', 'Write', { file_path: '/home/dev/shop/src/early.js', content: `${early}\n` })
      .returns('toolu_1', 'ok'),
  );
  expect(await authors(archive, 'lib/renamed.js', `// moved by hand\n${early}\n`)).toEqual([
    '1-1 nobody',
    '2-13 toolu_1',
  ]);
});

test('the same file of another project is another file', async () => {
  const archive = await archiveOf(
    new Transcript('made')
      .prompt('write it')
      .calls('toolu_1', 'Write', { file_path: '/home/dev/shop/src/early.js', content: early })
      .returns('toolu_1', 'ok'),
  );
  expect(await authors(archive, 'src/early.js', early, 'shop')).toEqual(['1-12 toolu_1']);
  expect(await authors(archive, 'src/early.js', early, 'market')).toEqual(['1-12 nobody']);
});

test('an edit that its tool refused wrote nothing', async () => {
  const archive = await archiveOf(
    new Transcript('refused')
      .prompt('write it')
      .calls('toolu_1', 'Write', { file_path: '/home/dev/shop/src/early.js', content: early })
      .returns('toolu_1', 'File has not been read yet', true),
  );
  expect(await authors(archive, 'src/early.js', early)).toEqual(['1-12 nobody']);
});

test('a fork shares its beginning with the session it left, and they part where it left', async () => {
  const origin = fixedTest('origin');
  const fork = new Transcript('fork');
  const cut = origin.lines.findIndex((line) => line.includes('toolu_2'));
  for (const line of origin.lines.slice(0, cut)) fork.raw(line.replaceAll(origin.session, fork.session));
  fork.prompt('look at the taxes first').says('Yes.');
  const archive = await archiveOf(origin, fork);
  const { read } = archive.store;
  const answer = await compare(read, await findSession(read, uuid('origin')), await findSession(read, uuid('fork')), {
    sources,
  });
  expect(answer.until?.a.id).toBe(answer.until?.b.id);
  expect(answer).toMatchObject({
    common_steps: 2,
    parting: { a: { native_id: 'toolu_2' }, b: { kind: 'prompt', summary: 'look at the taxes first' }, because: null },
  });
});

async function archiveOf(...transcripts: readonly Transcript[]): Promise<Archive> {
  const archive = await Archive.open();
  for (const transcript of transcripts) {
    archive.write(`${transcript.session}.jsonl`, transcript.toString());
    // One after the other: the origin of a fork is there before it.
    await archive.ingest();
  }
  return archive;
}

/** Asks about a file in a repository, by default with the same name as in the transcripts. */
async function authors(
  { store }: Archive,
  path: string,
  content: string,
  repository = 'shop',
): Promise<readonly string[]> {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'stemma-blame-'))), repository);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true, force: true }));
  mkdirSync(join(folder, '.git'), { recursive: true });
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  const { runs, steps } = (await blame(store.read, path, { folder, sources })) as BlameFileAnswer;
  return runs.map(
    ({ from, to, step }) => `${from}-${to} ${steps.find(({ id }) => id === step)?.native_id ?? 'nobody'}`,
  );
}
