import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  namesAndComments,
  namesAndTexts,
  retiredInName,
  retiredInText,
  retiredTerms,
} from './support/retired-words.ts';

// docs/GLOSSARY.md is the only list of our words. What it replaced stays out of what others read: exported names, file
// names, help texts, error messages and the labels of the page. In the rooms below it also stays out of local names and
// comments.

/** Rooms whose local names and comments are held to the list too. */
const heldRooms = [
  'model',
  'platform',
  'store',
  'ingest',
  'normalise',
  'causal',
  'memory',
  'live',
  'http',
  'mcp',
  'sdk',
  'sources',
];

/** Columns, tables and saved states keep their names: archives have them. */
const storedNames = /^(?:told|teller|said|complaint)$/;
const storedIn = /^src\/(?:store|ingest\/(?:scan|analysis))\//;

/** Names that a protocol or a helper of tests chose. */
const othersNames = /^(?:openWorldHint|says|said)$/;
const othersIn = /\.test\.ts$|^src\/mcp\/create-server\.ts$/;

/** A word of a text is a word; a page of a list is a page. */
const fineInCode = ['word', 'words', 'Page'];

const terms = retiredTerms(readFileSync('docs/GLOSSARY.md', 'utf8'));
const modules = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(?:test|contract)\.ts$|\/(?:fixtures|contract-tests)\/|^src\/testing\//.test(path))
  .map((path) => ({ path, ...namesAndTexts(path, readFileSync(path, 'utf8')) }));

test('no retired word is in the name of a file, an exported name, an error, a help text or a label', () => {
  const found = modules.flatMap(({ path, names, texts }) => [
    ...reports(path, [basename(path).split('.')[0]!, ...names], retiredInName),
    ...reports(path, texts, retiredInText),
  ]);
  expect(found).toEqual([]);
});

test('no retired word is in a name or a comment of these rooms, exported or not, tests included', () => {
  const found = globSync(heldRooms.map((room) => `src/${room}/**/*.ts`))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/fixtures/'))
    .flatMap((path) => {
      const { names, comments } = namesAndComments(path, readFileSync(path, 'utf8'));
      const ours = [...names].filter(
        (name) => !(storedIn.test(path) && storedNames.test(name)) && !(othersIn.test(path) && othersNames.test(name)),
      );
      return [
        ...reports(path, ours, (all, name) => retiredInName(all, name).filter((term) => !fineInCode.includes(term))),
        ...reports(path, comments.map(withoutCode), retiredInText),
      ];
    });
  expect(found).toEqual([]);
});

test.each(['docs/cli.md', 'docs/http.md'])(
  'no retired word is in %s, as far as it is generated from help texts',
  (path) => {
    const [written, generated = written!] = readFileSync(path, 'utf8').split('<!-- made by `npm run docs`');
    expect(reports(path, generated.split('\n'), retiredInText)).toEqual([]);
  },
);

describe('a retired word is noticed', () => {
  const glossary =
    '| word | meaning | replaces |\n|---|---|---|\n| cause | a link | main line, told |\n| draft | | Page |\n\n## Never\n\n`say`, `word`: write text.\n';
  const retired = retiredTerms(glossary);

  test.each([
    ['toldChains', ['told']],
    ['ToldChain', ['told']],
    ['main-line', ['main line']],
    ['mainLines', ['main line']],
    ['saysWhat', ['say']],
    ['flagWords', ['word']],
    ['Page', ['Page']],
    ['listPage', []],
    ['wordIndex', []],
    ['untoldStory', []],
  ])('in the name %s: %j', (name, expected) => {
    expect(retiredInName(retired, name)).toEqual(expected);
  });

  test.each([
    ['What was told by hand.', ['told']],
    ['The main line from an event', ['main line']],
    ['A page of words', []],
  ])('in the sentence "%s": %j', (text, expected) => {
    expect(retiredInText(retired, text)).toEqual(expected);
  });

  test('wherever people read it', () => {
    const source = `
      export const toldOne = 1, toldTwo = 2;
      export interface Told { readonly inside: string }
      export { a as retold } from './a.ts';
      const hidden = 'not shown';
      throw new StemmaError('code', \`No \${thing} found.\`, { hint: 'Look again.' });
      z.string().describe('Which one');
      const view = <p title="On hover" className="no-text">Text {isOpen ? 'open' : 'closed'}</p>;`;
    expect(namesAndTexts('a.tsx', source)).toEqual({
      names: ['toldOne', 'toldTwo', 'Told', 'retold'],
      texts: ['code', 'No … found.', 'Look again.', 'Which one', 'On hover', 'Text', 'open', 'closed'],
    });
  });
});

function reports(path: string, texts: readonly string[], search: typeof retiredInName): readonly string[] {
  return texts.flatMap((text) =>
    search(terms, text).map((term) => `${path}: ${text.slice(0, 120)} (retired: ${term})`),
  );
}

/** Names in backticks may be stored ones. */
function withoutCode(comment: string): string {
  return comment.replaceAll(/`[^`]*`/g, '');
}
