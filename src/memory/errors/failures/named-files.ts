/** Files that a failing output names: those it blames and those it only mentions. */
export interface NamedFiles {
  /** With a line number, or in a line that states an error. */
  readonly faulty: readonly string[];
  readonly mentioned: readonly string[];
}

export function namedFiles(output: string, errorLines: readonly string[]): NamedFiles {
  const faulty = new Set<string>();
  for (const line of errorLines)
    for (const [, path] of line.slice(0, 600).matchAll(filePath)) if (isFile(path!)) faulty.add(path!);
  const text = ends(output);
  for (const [, path] of text.matchAll(located)) {
    if (faulty.size >= maxFiles) break;
    if (isFile(path!)) faulty.add(path!);
  }
  const mentioned = new Set<string>();
  for (const [, path] of text.matchAll(filePath)) {
    if (mentioned.size >= maxFiles) break;
    if (isFile(path!) && !faulty.has(path!)) mentioned.add(path!);
  }
  return { faulty: [...faulty], mentioned: [...mentioned] };
}

const maxFiles = 60;
const filePath =
  /(?:^|[\s'"`(<=[])((?:[A-Za-z]:)?(?:[\w@.+~-]*[\\/])*[\w@.+-]+\.[A-Za-z]\w{0,9})(?=$|[\s'"`)>:,;(\]])/gm;
const located =
  /(?:^|[\s'"`(<=[])((?:[A-Za-z]:)?(?:[\w@.+~-]*[\\/])*[\w@.+-]+\.[A-Za-z]\w{0,9})(?::\d+|\(\d+,\d+\)|", line \d+)/gm;

/** Not a version, a host, a call, or a dependency's file. */
function isFile(path: string): boolean {
  return (
    path.length < 300 &&
    !/(?:^|[\\/])(?:node_modules|site-packages|dist-packages|vendor|\.cargo|\.pnpm)[\\/]|\.(?:com|org|net|io|dev)$/.test(
      path,
    ) &&
    !/^(?:node|e\.g|i\.e)\b/.test(path)
  );
}

function ends(text: string): string {
  return text.length <= 120_000 ? text : `${text.slice(0, 60_000)}\n${text.slice(-60_000)}`;
}
