/**
 * The line of a failed output that says what went wrong: the exception rather than the header of its trace, the first error
 * of a compiler rather than its summary; where nothing looks like an error, the last line.
 */
export function errorLine(output: string): string | undefined {
  return errorLines(output, 1)[0];
}

/** The lines that say what went wrong, in their order, at most so many. */
export function errorLines(output: string, limit: number): readonly string[] {
  const text = output.length > longest ? `${output.slice(0, longest / 2)}\n${output.slice(-longest / 2)}` : output;
  const found: string[] = [];
  for (const pattern of [exception, complaint]) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match && found.length < limit; match = pattern.exec(text)) {
      const line = tidy(match[0]);
      if (!found.includes(line)) found.push(line);
    }
    if (found.length > 0) return found;
  }
  const last = lastTelling(text);
  return last === undefined ? [] : [last];
}

// Errors are told at the beginning or at the end.
const longest = 8000;

// `TypeError: x is not a function`, `sqlite3.OperationalError: no such table`, `E   assert 1 == 2`, `error[E0308]: …`
const exception =
  /^(?:[ \t]*(?:Uncaught )?(?:[A-Za-z_$][\w$]*[.:]{1,2})*[A-Z]\w*(?:Error|Exception|Failure|Interrupt)(?:\b[^\n]*)?|E {2,}[^\n]+|[ \t]*(?:[^\s:(]+(?:\(\d+,\d+\)|:\d+(?::\d+)?):? (?:- )?)?(?:fatal )?error(?:\[\w+\]| TS\d+)?: [^\n]+|<tool_use_error>[^\n]+|panic: [^\n]+)/gm;
const complaint =
  /^(?:[ \t]*(?:\[?(?:error|fatal|failed|failure|ERR!?)\b\]?|npm (?:ERR!|error)|✖|×|✗|--- FAIL|FAIL(?:ED)?\b|not ok|g?make(?:\[\d+\])?: \*\*\*)[^\n]*|[^\n]{0,120}: (?:No such file or directory|command not found|[Pp]ermission denied|cannot [^\n]*|not found|Is a directory|unrecognized [^\n]*|invalid [^\n]*|unknown [^\n]*)[^\n]*)/gim;

function lastTelling(text: string): string | undefined {
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = tidy(text.slice(start, end));
    if (/[\p{L}\p{N}]/u.test(line)) return line;
    end = start - 1;
  }
  return undefined;
}

function tidy(line: string): string {
  return line.replace(/<\/?tool_use_error>/g, '').trim().slice(0, 400);
}
