import { describe, expect, test } from 'vitest';
import { Gathering } from '../../tools/embedding/gather.ts';
import { go, readCode } from '../../tools/embedding/read/comments.ts';
import { readHtml } from '../../tools/embedding/read/html.ts';
import { readErrorClasses, readPostgres } from '../../tools/embedding/read/known-errors.ts';
import { readMarkdown } from '../../tools/embedding/read/markdown.ts';
import { RustCodes } from '../../tools/embedding/read/rust-codes.ts';
import type { Sink } from '../../tools/embedding/sink.ts';

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
