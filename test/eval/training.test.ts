import { describe, expect, test } from 'vitest';
import { contrast } from '../../tools/embedding/contrast.ts';
import { Gathering } from '../../tools/embedding/gather.ts';
import { vectorsFromNeighbours } from '../../tools/embedding/neighbours.ts';
import { go, readCode } from '../../tools/embedding/read/comments.ts';
import { readHtml } from '../../tools/embedding/read/html.ts';
import { readErrorClasses, readPostgres } from '../../tools/embedding/read/known-errors.ts';
import { readMarkdown } from '../../tools/embedding/read/markdown.ts';
import { RustCodes } from '../../tools/embedding/read/rust-codes.ts';
import type { Sink } from '../../tools/embedding/sink.ts';
import { makeVocabulary } from '../../tools/embedding/vocabulary.ts';

const silent = (): void => {};

function pairsOf(read: (sink: Sink) => void): [string, string][] {
  const gathering = new Gathering();
  read(gathering);
  return gathering.pairs.filter(({ kind }) => kind !== 'next' && kind !== 'told').map(({ one, other }) => [one, other]);
}

describe('what explains an error is found beside it', () => {
  test('below its heading', () => {
    expect(
      pairsOf((sink) => readMarkdown('### `ERR_FROBBED`\n\nThe widget was frobbed while it was being read.\n', sink)),
    ).toEqual([['ERR_FROBBED', 'The widget was frobbed while it was being read.']]);
  });

  test('after its term', () => {
    expect(
      pairsOf((sink) =>
        readHtml(
          '<dl><dt><code>FrobError</code></dt><dd><p>Raised when a widget cannot be frobbed &amp; polished.</p></dd></dl>',
          sink,
        ),
      ),
    ).toEqual([['FrobError', 'Raised when a widget cannot be frobbed & polished.']]);
  });

  test('in the hint of a report', () => {
    const code =
      'ereport(ERROR,\n (errcode(ERRCODE_UNDEFINED_TABLE),\n errmsg("relation \\"%s\\" does not exist", name),\n errhint("Create the table first.")));';
    expect(pairsOf((sink) => readPostgres(code, sink)).map(([, other]) => other)).toEqual([
      'undefined table',
      'Create the table first.',
    ]);
  });

  test('in the class that carries it', () => {
    expect(
      pairsOf((sink) =>
        readErrorClasses('class DiskNotFound(NotFound):\n    msg_fmt = _("No disk at %(location)s")\n', sink),
      ),
    ).toEqual([['DiskNotFound', 'No disk at']]);
  });

  test('in the comment above the line that raises it', () => {
    expect(
      pairsOf((sink) =>
        readCode(
          '// The peer has gone away before we could answer.\nreturn errors.New("write on closed connection")\n',
          go,
          sink,
        ),
      ),
    ).toContainEqual(['write on closed connection', 'The peer has gone away before we could answer.']);
  });

  test('in the index of error codes', () => {
    const pairs = pairsOf((sink) => {
      const codes = new RustCodes();
      codes.explanation(
        'E0999',
        'A widget was frobbed twice in one scope.\n\nErroneous code example:\n\n```\nfrob();\n```\n',
      );
      codes.output('error[E0999]: second frob of `w`\n  --> $DIR/a.rs:1:1\n', '/ui/frob/a.stderr', sink);
      codes.tell(sink);
    });
    expect(pairs).toEqual([['E0999 second frob of', 'A widget was frobbed twice in one scope.']]);
  });
});

const prose = Array.from({ length: 60 }, (_, at) => ({
  text:
    at % 2 ? 'the disk is full and the volume has no space left' : 'the login was denied because the password is wrong',
  source: Math.floor(at / 15),
})).map((said, at) => ({ ...said, text: `${said.text} ${'abcdefghij'[at % 10]!.repeat(3)}` }));
const said = Array.from({ length: 64 }, (_, at) => ({
  one: at % 2 ? 'disk full' : 'login denied',
  other: at % 2 ? 'no space left' : 'wrong password',
  kind: 'error' as const,
  source: 0,
}));

function trained(): { readonly alike: (one: string, other: string) => number; readonly vectors: Float32Array } {
  const { words, texts, pairs } = makeVocabulary(prose, said, 50);
  const vectors = vectorsFromNeighbours(texts, words.length, 8, 4, silent);
  contrast(
    vectors,
    8,
    pairs.map((pair) => ({ ...pair, weight: 1 })),
    { rounds: 20, batch: 4, temperature: 0.1, rate: 0.05, hideShared: 0.5, ofOneSource: 0, seed: 1 },
    silent,
  );
  const sum = (text: string): number[] =>
    text.split(' ').reduce<number[]>(
      (total, word) => total.map((value, at) => value + vectors[words.indexOf(word) * 8 + at]!),
      Array.from({ length: 8 }, () => 0),
    );
  const alike = (one: string, other: string): number => {
    const [a, b] = [sum(one), sum(other)];
    return a.reduce((dot, value, at) => dot + value * b[at]!, 0) / Math.hypot(...a) / Math.hypot(...b);
  };
  return { alike, vectors };
}

test('training brings together what belongs together', () => {
  const { alike } = trained();
  expect(alike('disk full', 'no space left')).toBeGreaterThan(alike('disk full', 'wrong password') + 0.3);
});

test('the same text trains the same table', () => {
  expect(trained().vectors).toEqual(trained().vectors);
});
