/**
 * Whether a line has printed what it prints only when a command of it fails: `ls dist 2>/dev/null || echo "not built"`.
 * The failure was foreseen, and the line goes on.
 */
export function hasPrintedFallback(line: string, body: string): boolean {
  if (!line.includes('|| echo ')) return false;
  const printed = new Set(
    body
      .slice(0, longest)
      .split('\n')
      .map((each) => each.trim()),
  );
  for (const [, , text = ''] of line.matchAll(fallback))
    if (text.length > 2 && printed.has(text.trim()) && isOnlyThere(line, text)) return true;
  return false;
}

const longest = 8000;
const fallback = /\|\| echo (["']?)([^"'\n$`|;&()<>]+)\1(?=\s*(?:$|[;&|)\n}]))/gm;

/** Printed elsewhere in the line too, it shows nothing. */
function isOnlyThere(line: string, text: string): boolean {
  return line.indexOf(text) === line.lastIndexOf(text);
}
