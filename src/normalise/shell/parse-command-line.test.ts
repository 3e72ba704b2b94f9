import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simpleCommands } from './simple-commands.ts';
import { parseCommandLine, joinWords } from './parse-command-line.ts';

const programs = (line: string) => simpleCommands(line).map(({ words }) => words.join(' '));
const inside = (line: string) => parseCommandLine(line).map(({ words }) => words.join(' '));

describe('a command line', () => {
  test.each([
    ['npm test && git push || echo no; ls | head &', ['npm test', 'git push', 'echo no', 'ls', 'head']],
    ['echo \'a && b\' "c; d" e\\ f', ['echo a && b c; d e f']],
    ['(cd web; npm ci) && { ls; }', ['cd web', 'npm ci', 'ls']],
    ['NODE_ENV=test CI=1 npm test # and more', ['npm test']],
    ['if [ -f a ]; then cat a; else touch a; fi', ['[ -f a ]', 'cat a', 'touch a']],
    ['cat <<EOF > out.txt\nrm -rf /\n"unclosed\nEOF\necho done', ['cat', 'echo done']],
    [
      `git commit -m "$(cat <<'EOF'\nDon't break ) or "quotes"\nEOF\n)" && git push`,
      [`git commit -m $(cat <<'EOF'\nDon't break ) or "quotes"\nEOF\n)`, 'git push'],
    ],
    ['npm test 2>&1 >/dev/null', ['npm test']],
    ['cd C:\\work\\shop; .\\scripts\\run.ps1 logs\\new', ['cd C:\\work\\shop', '.\\scripts\\run.ps1 logs\\new']],
    [`$note = @'\ndo not run; ( this\n'@\ngit status`, ['$note = \ndo not run; ( this', 'git status']],
    ['a \\\n  --b c', ['a --b c']],
    ['echo `date` $(git rev-parse HEAD)', ['echo `date $(git rev-parse HEAD']],
  ])('%s', (line, expected) => {
    expect(programs(line)).toEqual(expected);
  });

  test('lists the files that are written', () => {
    expect(simpleCommands('a > x 2> y; b >> "z z" < in; c &> both').map(({ writes }) => writes)).toEqual([
      ['x', 'y'],
      ['z z'],
      ['both'],
    ]);
  });

  test('knows how commands are joined', () => {
    expect(simpleCommands('a | b && c; d').map(({ joint }) => joint)).toEqual(['|', '&&', ';', '']);
  });

  test('never makes the reader throw or lose itself, whatever it is', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '"',
        "'",
        '$(',
        ')',
        '`',
        '<<EOF',
        '\nEOF\n',
        '\\',
        '|',
        '>',
        '&&',
        '\n',
        'bash -c ',
        'sudo ',
        '{',
        '((',
        '<<<',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        parseCommandLine(pieces.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  test('of a megabyte is read in time', () => {
    parseCommandLine('$('.repeat(500_000));
    parseCommandLine('"$(<<E '.repeat(150_000));
  });
});

describe('behind wrappers stands', () => {
  test.each([
    ['bash -lc "npm test | tail"', ['npm test', 'tail']],
    ["/bin/zsh -c 'cd web && ls'", ['cd web', 'ls']],
    ['sudo -u www env FOO=1 nice -n 5 timeout -k 5 60 make check', ['make check']],
    ['npx --yes vitest run', ['vitest run']],
    ['pnpm exec tsc -p .', ['tsc -p .']],
    ['uv run --with x pytest -q', ['pytest -q']],
    ['poetry run python -m pytest', ['python -m pytest']],
    ['docker compose exec -T web npm test', ['npm test']],
    ['docker exec -it -e A=1 db psql -c x', ['psql -c x']],
    ['kubectl exec pod -c app -- cat /etc/hosts', ['cat /etc/hosts']],
    ['git ls-files | xargs -n 1 grep foo', ['git ls-files', 'grep foo']],
    ["find . -name '*.o' -exec rm {} +", ['rm {} +']],
    ['shorten git status', ['git status']],
    ['deploy test', ['deploy test']],
  ])('%s', (line, expected) => {
    expect(inside(line)).toEqual(expected);
  });

  test('a list of arguments, quoted where it must be', () => {
    expect(programs(joinWords(['grep', '-n', "it's here", 'a b', '$HOME']))).toEqual(["grep -n it's here a b $HOME"]);
  });
});
