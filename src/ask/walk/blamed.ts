import { filesChangedBy, filesIn } from './changes.ts';
import type { Reached } from './walk.ts';

/**
 * The change that a failure refers to, among its causes: of the file whose line it names; or of what the failing test
 * is named after, be that by its file (`FAIL test/cart.test.ts`) or by its first words ("Session List shows …",
 * `session-list.ts`). What is tested goes before the test, and the latest before the others.
 */
export function blamedBy(failure: string, causes: readonly Reached[]): Reached | undefined {
  const failing = aboutOf(failure);
  let blamed: Reached | undefined;
  let most = 0;
  for (const cause of causes) {
    const worth = Math.max(0, ...filesChangedBy(cause.step).map((file) => worthOf(file, failing)));
    if (worth < mostWorth && cause.strength < minStrength) continue;
    if (worth > most || (worth > 0 && worth === most && (blamed!.step.at ?? '') < (cause.step.at ?? '')))
      [blamed, most] = [cause, worth];
  }
  return blamed;
}

interface Failing {
  /** Files in whose lines something is wrong. */
  readonly places: ReadonlySet<string>;
  /** What the files it names are about, and its first words may be. */
  readonly subjects: ReadonlySet<string>;
}

function aboutOf(failure: string): Failing {
  const files = filesIn(failure);
  return {
    places: new Set(files.filter((file) => /^[:(]\d/.test(failure.slice(failure.indexOf(file) + file.length)))),
    subjects: new Set([...files.map(subjectOf), ...firstWords(failure)]),
  };
}

function worthOf(file: string, { places, subjects }: Failing): number {
  if (places.has(file)) return mostWorth;
  return subjects.has(subjectOf(file)) ? subjectOf(file).length + (isTest(file) ? 0 : 0.5) : 0;
}

const mostWorth = 1000;
/** What a test is named after is a hint, and not worth a guess. */
const minStrength = 0.5;

function isTest(file: string): boolean {
  return /[._-](?:test|spec)\b|^test_/.test(file);
}

/** `sessionlist` of `session-list.test.ts`. */
function subjectOf(file: string): string {
  return lettersOf(file.replace(/\.\w+$/, '').replace(/[._-](?:test|spec)$|^test_/, ''));
}

/** Up to four words of the first six, run together; short ones begin too many sentences. */
function firstWords(text: string): readonly string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 6).map(lettersOf);
  return words
    .flatMap((_, from) => [1, 2, 3, 4].map((many) => words.slice(from, from + many).join('')))
    .filter(({ length }) => length >= 6);
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
