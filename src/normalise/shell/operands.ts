/**
 * The arguments of a command that are no flags and no values of flags. `valued`: letters of its short flags that take
 * a value.
 */
export function operandsOf(words: readonly string[], valued = '', valuedLong?: RegExp): readonly string[] {
  const operands: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word.length > 1 && word.startsWith('-')) {
      const isValued = word.startsWith('--')
        ? valuedLong?.test(word)
        : valued.includes(word.at(-1)!) && /^-[a-zA-Z]+$/.test(word);
      if (isValued) at++;
    } else operands.push(word);
  }
  return operands;
}

/**
 * Whether a word names a file as written: not a variable, not a placeholder of `find` or `xargs`, not standard input.
 */
export function isNamed(word: string): boolean {
  return (
    word !== '' &&
    word.length < 1000 &&
    word !== '-' &&
    word !== '{}' &&
    word !== '+' &&
    word !== ';' &&
    !/^\$\{?\w+\}?$|\$\(|`|^\/dev\/|\n/.test(word)
  );
}

/** Whether a word looks like a path wherever it stands: it has a slash or an ending. */
export function isPathLike(word: string): boolean {
  if (
    word.length > 300 ||
    !isNamed(word) ||
    word.startsWith('-') ||
    /[\s"'(){}=<>|;]/.test(word) ||
    word.includes('://')
  )
    return false;
  if (word === '.' || word === '..') return true;
  return word.includes('/')
    ? /[\w.]/.test(word) && !word.startsWith('@') && !/^s\/.*\/g?$/.test(word)
    : /^[\w@.-]*[A-Za-z_][\w@.-]*\.[A-Za-z]\w{0,7}$/.test(word) || /^\.\w[\w.-]+$/.test(word);
}

/** The paths among words, without the line or the test's name behind them: `a.py::test_x`, `a.ts:12`. */
export function pathsAmong(words: readonly string[]): readonly string[] {
  const paths: string[] = [];
  for (const word of words) {
    const value = word.startsWith('--') && word.includes('=') ? word.slice(word.indexOf('=') + 1) : word;
    const path = value.replace(/::.*$|(?::\d+)+$/, '');
    if (isPathLike(path) && !paths.includes(path)) paths.push(path);
    if (paths.length >= 40) break;
  }
  return paths;
}
