/**
 * SQL with `?` and `?1` as parameters, as shared queries write it, in PostgreSQL's syntax. A plain one is one more than
 * the largest before it. Each text also gets a name, by which the server keeps its plan.
 */
export function dollars(sql: string): Statement {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  let highest = 0;
  const text = sql.replaceAll(/\?(\d*)/g, (_, digits: string) => {
    const number = digits === '' ? highest + 1 : Number(digits);
    highest = Math.max(highest, number);
    return `$${number}`;
  });
  const statement = { text, ...(statements.size < maxNamed && { name: `stemma_${statements.size}` }) };
  if (statements.size < maxNamed) statements.set(sql, statement);
  return statement;
}

interface Statement {
  readonly text: string;
  readonly name?: string;
}

const statements = new Map<string, Statement>();
// Each combination of filters is another text; there are fewer than a thousand.
const maxNamed = 1_000;
