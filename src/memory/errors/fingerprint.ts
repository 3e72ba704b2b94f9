/**
 * What identifies an error, wherever it happens: a compiler's code and what it says until it names a symbol, else the
 * message without the place it is about. Names that are the problem stay: a missing module, command or file.
 */
export function fingerprintOf(line: string): string {
  return problemOf(missingCommand(line) ?? diagnosisIn(line) ?? withoutPlace(line));
}

/** A program that is missing, whichever shell says so: `bash: line 1: rg: command not found`. */
function missingCommand(line: string): string | undefined {
  const [, before, after] = notFound.exec(line.slice(0, longest).replace(ansi, '')) ?? [];
  const name = before ?? after;
  return name === undefined ? undefined : `command not found: ${name}`;
}
const notFound =
  /^(?:\S*(?:sh|eval\)):(?:\s?(?:line )?\d+:)?\s*)?(?:(\S+): command not found|command not found: (\S+))\s*$/;

/**
 * A line without everything that differs from one run, day or machine to the next: paths (their last part stays),
 * numbers, sizes, ids, hashes, addresses, times, ports, temporary names. Two problems of one run stay two.
 */
export function problemOf(line: string): string {
  let text = line.slice(0, longest).replace(ansi, '');
  const [hasDigit, hasPath] = [/\d/.test(text), /[\\/]/.test(text)];
  for (const [pattern, stand, needs] of varying)
    if (needs === 'digit' ? hasDigit : needs === 'path' ? hasPath : true) text = text.replace(pattern, stand);
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}

const longest = 600;

/**
 * Of `src/a.ts(3,7): error TS2345: Argument of type 'A' is not …` the part `error TS2345: Argument of type <name>`. What
 * follows the first symbol is more symbols, and long lines are cut somewhere in it.
 */
function diagnosisIn(line: string): string | undefined {
  const text = line.slice(0, longest).replace(ansi, '');
  const message = text.replace(placeBefore, '');
  // A code without the word `error` is one only behind the place that it was found in.
  const isFinding = message.length < text.length && linterCode.test(message);
  const diagnosis = isFinding ? message : compilerError.exec(text)?.[0];
  if (diagnosis === undefined || missing.test(diagnosis)) return diagnosis;
  return diagnosis.replace(leadingSymbol, '$1<name>').replace(firstSymbol, '<name>');
}

const compilerError = /\berror(?: (?:TS|CS|FS|BC)\d{4,5}|\[E\d{4}\]):.*/;
/** `F401 'os' imported but unused`, `error MD040/fenced-code-language Fenced code blocks … [Context: "a"]`. */
const linterCode = /^(?:error )?[A-Z]{1,4}\d{3,4}(?:\/[\w-]+)? /;
/** `error TS1005: ';' expected.` */
const leadingSymbol = /^([^:]*:\s*|[A-Z]+\d+ )(?:'[^']*'|`[^`]*`|"[^"]*")(?=\s)/;
const firstSymbol = /['`"\u2018\u201C].*/;
/** Where the name says what to install, add or rename. */
const missing =
  /\b(?:find|resolve) (?:module|type definition|package|crate|a declaration file)|unresolved (?:import|module)|namespace name/i;

/** Where it says nothing but the place, the place is all there is. */
function withoutPlace(line: string): string {
  const text = line.slice(0, longest).replace(ansi, '').replace(textIn, '$1 <file>');
  const message = text.replace(placeBefore, '');
  if (message === text) return text;
  return /\S\s+\S/.test(message.trim()) && isDistinctive(problemOf(message)) ? message : text;
}

/** `src/a.ts:3:7 - `, `./main.go:3:7: `, `a.cs(3,7): `, `…/a.md:3 `. */
const placeBefore =
  /^\s*(?:[A-Za-z]:)?…?(?:[\w@.+~%-]*[\\/])*\.?[\w@+~%-][\w@.+~%-]*\.[A-Za-z]\w{0,9}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))(?:\s*[:-])?\s+/;

/** `Failed to find expected lines in src/a.ts`: the file is there, and any other may lack a text, or be ignored. */
const textIn =
  /\b((?:lines?|text|string|conflict) in|ignored by one of your \.gitignore files:) (?:[^\s:]*[^\s:.…]\.\w+(?::|(?=[\s.…])|$)|(?<=files: )\S+)/;

const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** With what a text must hold for it to match, which is asked first: most lines hold neither digits nor paths. */
const varying: readonly (readonly [RegExp, string, 'digit' | 'path' | 'nothing'])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>', 'digit'],
  [/\b(?:toolu|call|msg|req)_\w{8,}/g, '<id>', 'nothing'],
  [
    /(?<![\w.:])(?=[0-9a-f:]*\d)(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})\b/gi,
    '<address>',
    'digit',
  ],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<address>', 'digit'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>', 'digit'],
  [
    /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\d{1,2})(?:,? \d{4})?(?: \d\d:\d\d(?::\d\d)?)?(?: (?:GMT|UTC|[+-]\d{4}))?\b/g,
    '<time>',
    'digit',
  ],
  // Two numbers alone are a line and a column.
  [/(?<![\w:])\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?(?: ?[AP]M)?| ?[AP]M)\b/g, '<time>', 'digit'],
  // How long a test took does not explain why it failed.
  [/[[(]\d[\d.,]* ?(?:ms|s|sec|seconds|m|min)[\])]/g, '', 'digit'],
  [
    /\b(?:\d+ ?(?:h|hours?) ?)?(?:\d+ ?(?:m|minutes?) ?)?\d[\d.,]* ?(?:ms|s|sec|secs|seconds?|minutes?|mins?|hours?)\b/g,
    '<time>',
    'digit',
  ],
  [/\b\d[\d.,]* ?(?:[KMGT]i?B|kB|bytes?)\b/g, '<size>', 'digit'],
  // Where a tool was when it found nothing.
  [/\b(current working directory(?: is|:)) \S+/gi, '$1 <folder>', 'nothing'],
  [/\b(localhost|\[::1?\]):\d+/g, '$1:<port>', 'digit'],
  [
    /(?:file:\/\/)?(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:[\\/][\w@.+~%-]+)*[\\/](?:tmp|temp|T|var\/folders)[\\/][^\s'"`:,;)\]]+/gi,
    '<temp>',
    'path',
  ],
  [/(?:[A-Za-z]:)?(?:~|\.{1,2}|[\w@.+-]+)?(?:[\\/][\w@.+~%-]+)*[\\/]([\w@.+~%-]+)/g, '$1', 'path'],
  [/\b0x[0-9a-f]+\b/gi, '<address>', 'digit'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<hash>', 'digit'],
  // Error codes keep their number: TS2345, E0308. HTTP 404 is recognised by its text.
  [/(?<![A-Za-z_\d])\d[\d.,_]*\d|(?<![A-Za-z_\d])\d/g, '<n>', 'digit'],
];

/**
 * `Error`, `exit code <n>`, `<n> failed`, `Command timed out after <time>`: many failures share these words, and little
 * else.
 */
export function isDistinctive(fingerprint: string): boolean {
  return (
    fingerprint
      .replace(/\btimed out after\b/gi, '')
      .replace(
        /<\w+>|\b(?:errors?|fail(?:s|ed|ing|ures?)?|pass(?:ed)?|tests?|files?|suites?|exit(?:ed)?|code|status|command|script|found|with)\b/gi,
        '',
      )
      .replace(/[^\p{L}]/gu, '').length >= 4
  );
}
