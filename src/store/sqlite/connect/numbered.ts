/**
 * SQL with numbered parameters (`?1`), rewritten with a plain `?` for each use, and the value for each. Node binds
 * numbers only from 22.20 on; before, it takes them for names and refuses the values.
 */
export function numbered(sql: string): { readonly plain: string; readonly uses: readonly number[] | undefined } {
  const uses: number[] = [];
  let highest = 0;
  const plain = sql.replaceAll(/\?(\d*)/g, (_, digits: string) => {
    // SQLite's own rule: a plain one is one more than the largest before it.
    const number = digits === '' ? highest + 1 : Number(digits);
    highest = Math.max(highest, number);
    uses.push(number - 1);
    return '?';
  });
  return { plain, uses: plain === sql ? undefined : uses };
}
