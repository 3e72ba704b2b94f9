/** The patches that a script of code mode holds in its strings. */
export function codePatches(code: string): readonly string[] {
  const patches: string[] = [];
  for (let at = code.indexOf(begin); at >= 0 && patches.length < 20;) {
    const close = code.indexOf(end, at);
    const to = close < 0 ? code.length : close + end.length;
    const inside = code.slice(at, to);
    // A quoted string has its line ends escaped, a template does not.
    patches.push(
      inside.includes('\n')
        ? inside.replace(/\\([`\\$])/g, '$1')
        : inside.replace(/\\(.)/g, (_, sign: string) =>
            sign === 'n' ? '\n' : sign === 't' ? '\t' : sign === 'r' ? '' : sign,
          ),
    );
    at = code.indexOf(begin, to);
  }
  return patches;
}
const begin = '*** Begin Patch';
const end = '*** End Patch';
