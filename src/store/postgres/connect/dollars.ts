/**
 * SQL with `?` and `?1` as parameters, as all stores write it, in PostgreSQL's own spelling. A plain one is one more
 * than the largest before it. Each text also gets a name, by which the server keeps its plan.
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
// A filter more or less is another text; nobody asks in a thousand ways.
const maxNamed = 1_000;
