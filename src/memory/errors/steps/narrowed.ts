import type { Command } from './action.ts';

/**
 * The names that a test run is limited to: `--grep NAME`, `-t NAME`, `-k NAME`, `-run NAME`; empty when it runs
 * everything it finds.
 */
export function narrowedTo({ check, words }: Command): readonly string[] {
  if (check !== 'test') return [];
  return words.flatMap((word, at) => {
    const value = limiting.test(word) ? words[at + 1] : limitingWith.exec(word)?.[1];
    return value === undefined ? [] : value.split('|').map((name) => name.replace(/[\\^$.*"'()]+/g, ' ').trim());
  });
}

const flags = '(?:-t|-k|-g|-run|--grep|--test-?name-?pattern|--testNamePattern|--testPathPatterns?|--filter|--only)';
const limiting = new RegExp(`^${flags}$`);
const limitingWith = new RegExp(`^${flags}=(.+)$`);
