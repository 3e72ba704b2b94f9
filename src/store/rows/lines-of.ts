/** Of a column that holds a list as text, a line each. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}
