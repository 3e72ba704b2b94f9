/**
 * The message of an error that PowerShell or cmd recorded. PowerShell goes on after most of them and ends with success.
 * Undefined when there is none.
 */
export function recordedError(text: string): string | undefined {
  if (!mayHoldRecord(text)) return undefined;
  const lines = text.split('\n');
  const unknown = lines.find((line) => line.length < longestLine && notRecognized.test(line) && !/^\s*[{[]/.test(line));
  if (unknown !== undefined) return withoutBar(unknown);
  return recordWithBars(lines) ?? recordWithPlace(lines);
}

/** PowerShell 7: sort and script, `Line |`, the source, tildes, and the message behind bars. */
function recordWithBars(lines: readonly string[]): string | undefined {
  const place = lines.findIndex((line) => /^\s*Line \|/.test(line));
  if (place < 0) return undefined;
  const tildes = lines.findIndex((line, at) => at > place && /^\s*\| +~+/.test(line));
  if (tildes < 0) return undefined;
  const rest = lines.slice(tildes + 1, tildes + 4);
  const end = rest.findIndex((line) => !/^\s*\| +\S/.test(line));
  const message = rest.slice(0, end < 0 ? undefined : end).map(withoutBar);
  const header = /^[\w.-]+: ?\S*$/.exec(lines[place - 1]?.trim() ?? '')?.[0];
  return message.length === 0 ? undefined : [...(header === undefined ? [] : [header]), ...message].join(' ');
}

/**
 * Windows PowerShell: the message, then `At line:1 char:1`, the source, category and id. Its parser shows the place
 * first and the message behind the source; of several messages the first is the cause of the others.
 */
function recordWithPlace(lines: readonly string[]): string | undefined {
  const end = lines.findIndex((line) => /^\s*\+ (?:CategoryInfo|FullyQualifiedErrorId)\s*:/.test(line));
  if (end < 0) return undefined;
  const first = lines.findIndex((line, index) => index < end && isPlace.test(line));
  const parsed =
    first < 0 ? undefined : lines.slice(first + 1, end).find((line) => isText(line) && !isPlace.test(line));
  if (parsed !== undefined) return parsed.trim();
  const at = first < 0 ? end : first;
  const before = lines.slice(Math.max(0, at - longestMessage), at);
  const named = before.findLastIndex((line) => /^[\w.\\-]+ :(?:\s|$)/.test(line));
  if (named < 0) return before.findLast(isText)?.trim();
  // The console wraps it.
  const message = before.slice(named, named + 2).map((line) => line.trim());
  return message[0]!.endsWith(':') ? message.join(' ') : message[0];
}
const isPlace = /^\s*At \S.*:\d+ char:\d+/;

function isText(line: string): boolean {
  return line.trim() !== '' && !/^\s*\+/.test(line);
}
/** In lines: an error of a web request holds the page. */
const longestMessage = 40;

/** A quick no. */
export function mayHoldRecord(text: string): boolean {
  const ends = text.length > 32_000 ? text.slice(0, 16_000) + text.slice(-16_000) : text;
  return ends.includes('FullyQualifiedErrorId') || ends.includes('Line |') || ends.includes('is not recognized as');
}

const longestLine = 400;
const notRecognized = /is not recognized as (?:(?:a|the) name of a cmdlet|an internal or external command)/;

function withoutBar(line: string): string {
  return line.replace(/^\s*\| +/, '').trim();
}
