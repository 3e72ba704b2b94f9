/**
 * An error's line without everything that differs from one run, day or machine to the next: paths (their last part
 * stays), numbers, sizes, ids, hashes, addresses, times, ports, temporary names.
 */
export function fingerprintOf(line: string): string {
  let text = line.slice(0, 600).replace(ansi, '');
  for (const [pattern, stand] of varying) text = text.replace(pattern, stand);
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}

const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

const varying: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b(?:toolu|call|msg|req)_\w{8,}/g, '<id>'],
  [
    /(?<![\w.:])(?=[0-9a-f:]*\d)(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})\b/gi,
    '<address>',
  ],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '<address>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [
    /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\d{1,2})(?:,? \d{4})?(?: \d\d:\d\d(?::\d\d)?)?(?: (?:GMT|UTC|[+-]\d{4}))?\b/g,
    '<time>',
  ],
  // Two numbers alone are a line and a column.
  [/(?<![\w:])\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?(?: ?[AP]M)?| ?[AP]M)\b/g, '<time>'],
  // How long a test took does not explain why it failed.
  [/[[(]\d[\d.,]* ?(?:ms|s|sec|seconds|m|min)[\])]/g, ''],
  [
    /\b(?:\d+ ?(?:h|hours?) ?)?(?:\d+ ?(?:m|minutes?) )?\d[\d.,]* ?(?:ms|s|sec|secs|seconds?|minutes?|mins?|hours?)\b/g,
    '<time>',
  ],
  [/\b\d[\d.,]* ?(?:[KMGT]i?B|kB|bytes?)\b/g, '<size>'],
  [/\b(localhost|\[::1?\]):\d+/g, '$1:<port>'],
  [
    /(?:file:\/\/)?(?:[A-Za-z]:)?(?:~|\.{1,2})?(?:[\\/][\w@.+~%-]+)*[\\/](?:tmp|temp|T|var\/folders)[\\/][^\s'"`:,;)\]]+/gi,
    '<temp>',
  ],
  [/(?:[A-Za-z]:)?(?:~|\.{1,2}|[\w@.+-]+)?(?:[\\/][\w@.+~%-]+)*[\\/]([\w@.+~%-]+)/g, '$1'],
  [/\b0x[0-9a-f]+\b/gi, '<address>'],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, '<hash>'],
  // Error codes keep their number: TS2345, E0308. HTTP 404 is recognised by its text.
  [/(?<![A-Za-z_\d])\d[\d.,_]*\d|(?<![A-Za-z_\d])\d/g, '<n>'],
];

/** `Error`, `exit code <n>`, `<n> failed`: many failures share these words, and little else. */
export function isDistinctive(fingerprint: string): boolean {
  return (
    fingerprint
      .replace(
        /<\w+>|\b(?:errors?|fail(?:s|ed|ing|ures?)?|pass(?:ed)?|tests?|files?|suites?|exit(?:ed)?|code|status|command|script|found|with)\b/gi,
        '',
      )
      .replace(/[^\p{L}]/gu, '').length >= 4
  );
}
