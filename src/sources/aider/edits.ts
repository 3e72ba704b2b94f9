/** The edits of one file that a reply asks for. */
export interface FileEdit {
  readonly path: string;
  readonly edits: readonly { readonly old_string: string; readonly new_string: string }[];
}

/**
 * SEARCH/REPLACE blocks, by file, in the order in which the files are first named. Other edit formats name the file
 * only when it is written.
 */
export function editsIn(text: string): readonly FileEdit[] {
  const files = new Map<string, { old_string: string; new_string: string }[]>();
  let path: string | undefined;
  let part: 'none' | 'search' | 'replace' = 'none';
  let before: string[] = [];
  let old: string[] = [];
  let now: string[] = [];
  for (const line of text.split('\n')) {
    if (part === 'none') {
      if (/^<{5,9} SEARCH>?\s*$/.test(line)) {
        path = pathAbove(before) ?? path;
        [part, old, now] = ['search', [], []];
      } else before = [...before.slice(-2), line];
    } else if (part === 'search') {
      if (/^={5,9}\s*$/.test(line)) part = 'replace';
      else old.push(line);
    } else if (/^>{5,9} REPLACE\s*$/.test(line)) {
      if (path !== undefined)
        files.set(path, [...(files.get(path) ?? []), { old_string: old.join('\n'), new_string: now.join('\n') }]);
      [part, before] = ['none', []];
    } else if (/^={5,9}\s*$/.test(line)) {
      // Several blocks without an end between them: aider takes the next as a new one.
      continue;
    } else now.push(line);
  }
  return [...files].map(([file, edits]) => ({ path: file, edits }));
}

/** The file is named above the fence, or inside it; models decorate it. */
function pathAbove(lines: readonly string[]): string | undefined {
  for (const line of lines.toReversed()) {
    const name = line
      .trim()
      .replace(/^[#*`]+\s*/, '')
      .replace(/[*`:]+$/, '')
      .trim();
    if (name === '' || /^(?:```|~~~|<source|<code|<pre|\.\.\.)/.test(line.trim()) || name.length > 300) continue;
    return /\s/.test(name) && !/[\\/.]\S*$/.test(name) ? undefined : name;
  }
  return undefined;
}
