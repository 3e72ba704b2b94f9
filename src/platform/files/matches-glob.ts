/**
 * Whether a path matches a pattern: `*` and `?` stay within a folder, `**` does not, `{a,b}` is either. Our own,
 * because Node's prints an experimental warning until 22.17 and wants backslashes on Windows.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  return toRegExp(pattern.replaceAll('\\', '/')).test(path.replaceAll('\\', '/'));
}

function toRegExp(pattern: string): RegExp {
  let depth = 0;
  const source = pattern.replaceAll(/\*\*\/|\*\*|[*?{},]|[^\w/]/g, (sign) => {
    switch (sign) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        depth++;
        return '(?:';
      case '}':
        return depth-- > 0 ? ')' : '\\}';
      case ',':
        return depth > 0 ? '|' : ',';
      default:
        return `\\u{${sign.codePointAt(0)!.toString(16)}}`;
    }
  });
  return new RegExp(`^${source}${')'.repeat(Math.max(0, depth))}$`, 'u');
}
