/**
 * What makes two failing outputs the same error to a person who reads them, found without any of stemma's own reading
 * of errors: the name of a test that failed, in its repository; an error's code or class together with the names it
 * quotes; a program that is missing; and where there is none of these, a sentence of complaint that differs in
 * nothing but numbers and paths. That the same command fails again is not enough: a test run fails for as many
 * reasons as there are tests.
 */
export function identitiesOf({ output, repo }: Failing): readonly Identity[] {
  const text = output.replace(ansi, '').replace(/\r/g, '');
  const found = new Map<string, Identity>();
  const add = (kind: Identity['kind'], name: string): void => void found.set(name, { kind, name: `${kind} ${name}` });
  for (const [, name] of text.matchAll(failedTest)) add('test', `${repo} ${bare(name!)}`);
  for (const [line, code] of text.matchAll(coded)) {
    const names = [...line.matchAll(quoted)].map(([, name]) => last(name!)).filter((name) => /[A-Za-z]{2}/.test(name));
    if (names.length > 0) add('code', `${code} ${names.slice(0, 3).join(' ')}`);
  }
  for (const [, ...names] of text.matchAll(missing)) add('missing', last(names.find((name) => name !== undefined)!));
  if (/^\s*\d+ failing$/m.test(text))
    for (const [, suite, name] of text.matchAll(numbered)) add('test', `${repo} ${bare(`${suite} ${name ?? ''}`)}`);
  if (found.size > 0) return [...found.values()];
  for (const [line] of text.slice(0, 20_000).matchAll(complaining)) {
    const words = skeleton(line);
    if (words.length >= 20 && !counting.test(words)) add('sentence', words);
  }
  return [...found.values()];
}

export interface Failing {
  readonly output: string;
  readonly repo: string;
}

export interface Identity {
  readonly kind: 'test' | 'code' | 'missing' | 'sentence';
  readonly name: string;
}

const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;
const failedTest =
  /^[ \t]*(?:FAIL(?:ED)?:?[ \t]+(?=\S+(?:::| > ))|--- FAIL: |\(fail\) |not ok \d+ - |● (?=.* › )|[✖×✗] (?=.+ \d+(?:\.\d+)? ?ms)|test (?=.+ \.\.\. FAILED))(.+)$/gm;
const coded = /^.*?\b(TS\d{4}|E0\d{3}|[A-Z]\w*(?:Error|Exception)|ENOENT|EACCES|EISDIR|EADDRINUSE)\b.*$/gm;
const quoted = /['"`‘]([^'"`’\n]{2,120})['"`’]/g;
const missing = /(?:command not found: (\S+)|(\S+): command not found(?!:)|unrecognized subcommand '(\S+)')/g;
const numbered = /^\s+\d+\) (.+)(?:\n\s+(.+):$)?/gm;
const complaining =
  /^.*(?:error|fail|cannot|can't|could not|unable|not found|no such|not been|denied|invalid|illegal|unexpected|unrecognized|unknown|fatal|exceeds|ignored|timed out|did not|must be|expected).*$/gim;
/** What whoever ran the failing program says of it. */
const counting = /exited with|exit code|exit status|command failed|lifecycle|tests? failed|failed tests?$/;

function bare(name: string): string {
  return name
    .replace(/[[(]?\b\d+(?:\.\d+)? ?m?s\b[\])]?/g, '')
    .replace(/\.\.\. FAILED.*|- .*Error.*/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The last part of a path, without digits. */
function last(name: string): string {
  return name
    .replace(/[:\s].*$/, '')
    .replace(/^.*[\\/](?=[^\\/])/, '')
    .replace(/\d+/g, '');
}

/** The words, without what has a digit or a slash in it. */
function skeleton(line: string): string {
  return line
    .replace(/\S*[\d/\\]\S*/g, ' ')
    .replace(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase();
}
