import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/model/stemma-error.ts';

const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']).filter((path) => !path.includes('fixtures'));

test('every link to a file of ours leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter((link) => !existsSync(join(dirname(page), link)))
      .map((link) => `${page} links to ${link}`),
  );
  expect(broken).toEqual([]);
});

test('decisions are numbered one by one, and their titles say so', () => {
  const decisions = globSync('docs/decisions/*.md').sort();
  const numbers = decisions.map((path) => basename(path).slice(0, 3));
  expect(numbers).toEqual(decisions.map((_, index) => String(index + 1).padStart(3, '0')));
  for (const path of decisions) {
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^# ${basename(path).slice(0, 3)} · `));
  }
});

describe.runIf(existsSync('docs/errors.md'))('docs/errors.md', () => {
  test('has a section for every error code', () => {
    expect(headings('docs/errors.md')).toEqual(expect.arrayContaining([...errorCodes]));
  });
});

function linksOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
    ([, link]) => link!,
  );
}

function headings(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^## `?([^`\n]+)`?$/gm)].map(([, title]) => title!);
}
