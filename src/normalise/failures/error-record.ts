/**
 * The message of an error that PowerShell or cmd recorded. PowerShell goes on after most of them and ends with success.
 * Undefined when there is none.
 */
export function recordedError(text: string): string | undefined {
  if (!mayHoldRecord(text)) return undefined;
  const lines = text.split('\n');
  const unknown = lines.find((line) => line.length < longestLine && notRecognized.test(line) && !/^\s*[{[]/.test(line));
  if (unknown !== undefined) return withoutBar(unknown);
  // PowerShell 7: the place, the source line, a line of tildes, and behind the last bar the message.
  const tildes = lines.findIndex((line, at) => /^\s*\| +~+/.test(line) && lines.slice(0, at).some(isPlace));
  if (tildes >= 0) {
    const message = lines.slice(tildes + 1).find((line) => /^\s*\| +\S/.test(line));
    return message === undefined ? undefined : withoutBar(message);
  }
  // Windows PowerShell: the message, then `At line:1 char:1`, the source, category and id.
  const end = lines.findIndex((line) => /^\s*\+ (?:CategoryInfo|FullyQualifiedErrorId)\s*:/.test(line));
  if (end < 0) return undefined;
  const at = lines.findLastIndex((line, index) => index < end && /^\s*At \S.*:\d+ char:\d+/.test(line));
  const before = lines.slice(Math.max(0, (at < 0 ? end : at) - longestMessage), at < 0 ? end : at);
  const named = before.findLast((line) => /^[\w.\\:-]+ : \S/.test(line));
  // The parser shows the place first and the message behind the source.
  const parsed =
    at < 0 ? undefined : lines.slice(at + 1, end).find((line) => line.trim() !== '' && !/^\s*\+/.test(line));
  return (parsed ?? named ?? before.findLast((line) => line.trim() !== ''))?.trim();
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

function isPlace(line: string): boolean {
  return /^\s*Line \|/.test(line);
}

function withoutBar(line: string): string {
  return line.replace(/^\s*\| +/, '').trim();
}
