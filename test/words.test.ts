import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesAndTexts, retiredInName, retiredInText, retiredTerms } from './support/retired-words.ts';

// docs/GLOSSARY.md is the only list of our words. What it replaced stays out of what others read: exported names, file
// names, help texts, error messages and the labels of the page.

/** How many are left in rooms that are still being renamed. May only shrink, and goes when it is empty. */
const left: Readonly<Record<string, number>> = {};

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
  const over = Map.groupBy(found, roomOf)
    .entries()
    .filter(([room, list]) => list.length > (left[room] ?? 0));
  expect([...over].flatMap(([, list]) => list)).toEqual([]);
});

test.each(['docs/cli.md', 'docs/http.md'])(
  'no retired word is in %s, as far as it is generated from help texts',
  (path) => {
    const [written, generated = written!] = readFileSync(path, 'utf8').split('<!-- made by `npm run docs`');
    const found = reports(path, generated.split('\n'), retiredInText);
    expect(found.length > (left[path] ?? 0) ? found : []).toEqual([]);
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

/** `src/store`, `src/types.ts`, `web/src`. */
function roomOf(report: string): string {
  return /^[^/]+\/[^/:]+/.exec(report)![0];
}
