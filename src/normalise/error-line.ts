/**
 * The line of a failed output that says what went wrong: the exception rather than the header of its trace, the first error
 * of a compiler rather than its summary. Undefined when no line looks like one.
 */
export function errorLine(output: string): string | undefined {
  return errorLines(output, 1)[0];
}

/** The lines that say what went wrong, in their order, at most so many. */
export function errorLines(output: string, limit: number): readonly string[] {
  const text = ends(output);
  const found: string[] = [];
  for (const pattern of [exception, complaint]) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match && found.length < limit; match = pattern.exec(text)) {
      const line = tidy(match[0]);
      if (!found.includes(line)) found.push(line);
    }
    if (found.length > 0) break;
  }
  return found;
}

/** The last line that says anything; a failure that has no error line often explains itself there. */
export function lastLine(output: string): string | undefined {
  const text = output.slice(-longest / 2);
  let end = text.length;
  while (end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = tidy(text.slice(start, end));
    if (/[\p{L}\p{N}]/u.test(line)) return line.length < longestLine ? line : undefined;
    end = start - 1;
  }
  return undefined;
}

// Errors are told at the beginning or at the end.
const longest = 8000;
const longestLine = 400;

// `TypeError: x is not a function`, `sqlite3.OperationalError: no such table`, `E   assert 1 == 2`, `error[E0308]: …`
const exception =
  /^(?:[ \t]*(?:Uncaught )?(?:[A-Za-z_$][\w$]*[.:]{1,2})*[A-Z]\w*(?:Error|Exception|Failure|Interrupt)(?:\b[^\n]*)?|E {2,}[^\n]+|[ \t]*(?:[^\s:(]+(?:\(\d+,\d+\)|:\d+(?::\d+)?):? (?:- )?)?(?:fatal )?error(?:\[\w+\]| TS\d+)?: [^\n]+|<tool_use_error>[^\n]+|panic: [^\n]+)/gm;
const complaint =
  /^(?:[ \t]*(?:\[?(?:error|fatal|failed|failure|ERR!?)\b\]?|npm (?:ERR!|error)|✖|×|✗|--- FAIL|FAIL(?:ED)?\b|not ok|g?make(?:\[\d+\])?: \*\*\*)[^\n]*|[^\n]{0,120}: (?:No such file or directory|command not found|[Pp]ermission denied|cannot [^\n]*|not found|Is a directory|unrecognized [^\n]*|invalid [^\n]*|unknown [^\n]*)[^\n]*)/gim;

function ends(output: string): string {
  if (output.length <= longest) return output;
  const tail = output.slice(-longest / 2);
  // Whole lines only: the rest of a long one would look like a line of its own.
  return `${output.slice(0, longest / 2)}\n${tail.slice(tail.indexOf('\n') + 1)}`;
}

function tidy(line: string): string {
  return line.replace(/<\/?tool_use_error>/g, '').trim().slice(0, longestLine);
}
