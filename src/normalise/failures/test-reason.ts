import { isEcho } from './noise-lines.ts';

/** Why a test failed, as its runner reports near the test's name; undefined when it does not. */
export function testReason(test: string, output: string): string | undefined {
  const title = titleOf(test);
  const first = output.indexOf(title);
  // Mocha prints suite and test on lines of their own.
  if (first < 0) return statedAfter(output.search(/^[ \t]+[1-9]\d* failing$/m), output);
  // Bun prints the error before the name of the test.
  if (test.startsWith('(fail)')) return reasonOf(statedIn(output.slice(Math.max(0, first - near / 2), first)).at(-1));
  // Below its header.
  if (test.startsWith('FAIL')) return statedAfter(output.indexOf(test), output);
  // Runners list the tests first and print each again with its error; in Rust the list comes last as well.
  return statedAfter(output.lastIndexOf(title), output) ?? statedAfter(first, output);
}

/** Without marks, and how long it took. */
function titleOf(test: string): string {
  return test
    .replace(/^\W*(?:FAIL(?:ED)?|ERROR|fail|test|not ok \d+)?\W*/, '')
    .replace(/ *(?:[[(]?[\d.]+ ?m?s[\])]?|\.\.\. FAILED)$/, '');
}

function statedAfter(at: number, output: string): string | undefined {
  return at < 0 ? undefined : reasonOf(statedIn(output.slice(at, at + near))[0]);
}

function statedIn(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(stated)].filter(([line]) => !isEcho(line.trim()));
}

function reasonOf(found: RegExpExecArray | undefined): string | undefined {
  if (found === undefined) return undefined;
  const line = found[0].trim();
  if (!/^(?:error: |Error: )?expect\(/.test(line)) return line;
  const values = found.input.slice(found.index).match(/^\s*(?:Expected|Received)[^\n:]{0,60}: [^\n]*/gm) ?? [];
  return [line, ...values.slice(0, 2).map((value) => value.trim())].join(' ');
}

/** In characters. */
const near = 3000;

/** How assertions and exceptions begin. */
const stated =
  /^[ \t]*(?:E {2,}|(?:[A-Za-z_$][\w$.]*)?(?:Error|Exception)\b(?: \[\w+\])?: |error: |expect\(|thread '[^'\n]*' panicked at |assertion |Failure\/Error: |panic: |\w+_test\.go:\d+: |Expected )[^\n]+/gm;
