import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answersFor } from '../../eval/answers.ts';
import { differences } from '../../eval/differences.ts';
import { readLabels } from '../../eval/labels.ts';
import { score, storySummary } from '../../eval/score.ts';
import { Transcript } from '../support/transcript.ts';

const root = join(import.meta.dirname, '../..');

test('a session is drawn, printed, labelled by a reader, kept without its text, and scored', async () => {
  const { folder, run } = corpusOf({ shop: failsOften('shop') });
  expect(run('label', '--draw', '5', '--print', join(folder, 'q')).stdout).toMatch(
    /^claude-shop-1: C1 to C7, \d+ tokens\n$/,
  );
  expect(readFileSync(join(folder, 'q/claude-shop-1/question-1.md'), 'utf8')).toContain('C7 Bash');

  answer(folder, 'claude-shop-1', {
    causes: { C2: [['C1', 'reacted']], C3: [['C2', 'verifies']] },
    errors: {
      C1: { kind: 'real', signature: 'cart is wrong', culprit: [], attempts: [], fix: ['C2'], verified: 'C3' },
    },
    outcome: { what: 'partial', why: 'Two runs fail.' },
  });
  const labels = join(folder, 'labels');
  const kept = join(folder, 'kept');
  expect(run('label', '--read', join(folder, 'q'), '--gold', labels, '--keep', kept)).toMatchObject({
    status: 0,
    stdout: 'claude-shop-1: causes of 2 calls, 1 failures; left out nothing\n',
  });
  expect(JSON.parse(readFileSync(join(kept, 'claude-shop-1.json'), 'utf8'))).toEqual({
    agent: 'claude',
    repository: 'dev/shop',
    session: expect.stringMatching(/^claude:/),
    file: 'claude/dev__shop/shop.jsonl',
    read: ['toolu_1', 'toolu_7'],
    causes: { toolu_2: [['toolu_1', 'reacted']], toolu_3: [['toolu_2', 'verifies']] },
    errors: { toolu_1: { kind: 'real', culprit: [], attempts: [], fix: ['toolu_2'], verified: 'toolu_3' } },
    outcome: 'partial',
  });

  const { status, stdout } = run('run', '--shipped', '--labels', labels, '--json');
  expect(status).toBe(0);
  const [all] = (JSON.parse(stdout) as { rows: unknown[] }).rows;
  expect(all).toMatchObject({
    edges: { targets: 2 },
    // Of the three failures it reports, the reader named one.
    stories: { errors: 1, seen: 1, precision: 1 / 3, fix_f1: expect.closeTo(1), verified: 1, line: 1 },
  });

  const again = join(folder, 'again');
  expect(run('label', '--from', kept, '--gold', again).status).toBe(0);
  const [label] = labelsIn(labels);
  const [same] = labelsIn(again);
  const [[id, story]] = [...label!.errors] as [[string, object]];
  expect({ ...same, file: '' }).toEqual({
    ...label,
    file: '',
    // The line is text of the session.
    errors: new Map([[id, { ...story, signature: undefined }]]),
  });
});

test('of a session that is too long a part is read, and only failures in it are scored', async () => {
  const { folder, run } = corpusOf({ mill: failsOften('mill', 20) });
  run('label', '--draw', '1', '--print', join(folder, 'q'), '--budget', '5000');
  const file = join(folder, 'q/claude-mill-1/session.json');
  const about = JSON.parse(readFileSync(file, 'utf8')) as { readonly read: readonly string[] };
  expect(about.read).not.toEqual(['toolu_1', 'toolu_140']);
  // Which part it is depends on how long each step is shown.
  writeFileSync(file, JSON.stringify({ ...about, read: ['toolu_3', 'toolu_4'] }));
  answer(folder, 'claude-mill-1', {
    causes: { C4: [['C1', 'informed']], C6: [] },
    errors: { C4: { kind: 'real', signature: '', culprit: [], attempts: [], fix: [], verified: null } },
  });
  run('label', '--read', join(folder, 'q'), '--gold', join(folder, 'labels'));

  const [label] = labelsIn(join(folder, 'labels'));
  expect([...label!.targets]).toEqual([['toolu_4', ['toolu_1']]]);
  expect([...label!.read]).toEqual(['toolu_3', 'toolu_4']);
  // It reports failures before and after as well, and a fix of 4 in 5: nobody has read that far.
  const answers = await answersFor(label!);
  expect([...answers.errors.keys()].slice(0, 3)).toEqual(['toolu_1', 'toolu_4', 'toolu_6']);
  expect(answers.errors.get('toolu_4')).toMatchObject({ fix: ['toolu_5'] });
  expect(storySummary([score(label!, answers)])).toMatchObject({ errors: 1, seen: 1, precision: 1, fix_precision: 0 });
  expect(score(label!, answers).stories).toMatchObject([{ found: 0, verified: true }]);
  expect(differences(label!, answers.errors)).toBe('# claude-mill-1\n');
});

test('what was read before is not drawn, under whatever name and id', () => {
  const { folder, run } = corpusOf({ shop: failsOften('shop'), mill: failsOften('mill') });
  const before = join(folder, 'before');
  mkdirSync(before);
  writeFileSync(join(before, 'one.jsonl'), failsOften('shop').toString());
  const { stdout } = run('label', '--draw', '5', '--print', join(folder, 'q'), '--without', before);
  expect(stdout).toBe('');
  expect(existsSync(join(folder, 'q'))).toBe(false);
});

/** In each round tests fail and are repaired, a linter fails and is satisfied, and a build fails. */
function failsOften(name: string, rounds = 1): Transcript {
  const session = new Transcript(name).prompt('make the tests pass');
  for (let round = 0; round < rounds; round++) {
    const id = (call: number): string => `toolu_${round * 7 + call}`;
    const file = `/home/dev/shop/src/cart-${round}.js`;
    const run = (call: number, command: string, output: string): void =>
      void session.calls(id(call), 'Bash', { command }).returns(id(call), output, output.startsWith('Exit code'));
    const edit = (call: number, old_string: string, new_string: string): void =>
      void session
        .calls(id(call), 'Edit', { file_path: file, old_string, new_string })
        .returns(id(call), `The file ${file} has been updated.`);
    run(1, `npm test ${file}`, `Exit code 1\nError: cart ${round} is wrong\n1 failing`);
    edit(2, '<=', '<');
    run(3, `npm test ${file}`, 'ok 2 passing');
    run(4, `npx eslint ${file}`, `Exit code 1\n${file}: error: unused name`);
    edit(5, 'const unused = 1', '');
    run(6, 'npm run build', 'Exit code 2\nError: no such file: tsconfig.json');
    run(7, `npx eslint ${file}`, 'no problems');
  }
  return session;
}

function corpusOf(sessions: Record<string, Transcript>): {
  readonly folder: string;
  readonly run: (script: string, ...argv: string[]) => { status: number | null; stdout: string };
} {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-label-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, session] of Object.entries(sessions)) {
    const own = join(folder, 'corpus', 'claude', `dev__${name}`);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, `${name}.jsonl`), session.toString());
  }
  return {
    folder,
    run(script, ...argv) {
      const env = { ...process.env, STEMMA_CORPUS: join(folder, 'corpus') };
      const without = script === 'label' && !argv.includes('--without') ? ['--without', join(folder, 'none')] : [];
      return spawnSync(process.execPath, [join(root, 'eval', `${script}.ts`), ...argv, ...without], {
        env,
        encoding: 'utf8',
      });
    },
  };
}

function answer(folder: string, name: string, what: object): void {
  writeFileSync(join(folder, 'q', name, 'answer-1.json'), JSON.stringify(what));
}

function labelsIn(folder: string): ReturnType<typeof readLabels> {
  return readLabels(join(folder, 'gold'), join(folder, 'sessions'), join(folder, 'REPOSITORIES.tsv'));
}
