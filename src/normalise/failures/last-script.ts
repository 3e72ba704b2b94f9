/**
 * What the last of several scripts printed: a runner stops at the script that fails, and what those before it printed
 * were logs of something that passed. Runners print each before its output: `$ tsc --noEmit`, `> shop@1.0.0 test`.
 * Undefined when there are not several.
 */
export function lastScript(output: string): string | undefined {
  // A quick no.
  if (!output.includes('\n$ ') && !output.includes('\n> ')) return undefined;
  const headers = [...output.matchAll(/^(?:\$ [a-z][^\n]*|> \S+@\d\S* \S+(?: \/[^\n]*)?)$/gm)];
  return headers.length < 2 ? undefined : output.slice(headers.at(-1)!.index);
}
