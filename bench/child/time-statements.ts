// Preloaded into a program to learn how long each SQL statement of its main thread took. At the end, the list is
// written as JSON to the file STEMMA_BENCH_STATEMENTS names.
import { writeFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

export interface StatementTime {
  readonly sql: string;
  readonly calls: number;
  readonly ms: number;
}

const file = process.env['STEMMA_BENCH_STATEMENTS'];
const times = new Map<string, { calls: number; ms: number }>();
type Method = (this: { sourceSQL?: string }, ...values: unknown[]) => unknown;

if (file !== undefined && isMainThread) {
  for (const name of ['run', 'get', 'all'] as const)
    timed(StatementSync.prototype, name, ({ sourceSQL }) => sourceSQL ?? '');
  timed(DatabaseSync.prototype, 'exec', (_, sql) => String(sql));
  timed(DatabaseSync.prototype, 'prepare', () => '(prepare)');
  timed(DatabaseSync.prototype, 'close', () => '(close)');
  process.on('exit', () => {
    const list = [...times].map(([sql, time]): StatementTime => ({ sql, ...time })).sort((a, b) => b.ms - a.ms);
    writeFileSync(file, JSON.stringify(list));
  });
}

function timed<Target extends object>(
  target: Target,
  name: keyof Target & string,
  sqlOf: (self: { sourceSQL?: string }, first: unknown) => string,
): void {
  const original = target[name] as Method;
  const replacement: Method = function (...values) {
    const started = performance.now();
    try {
      return original.apply(this, values);
    } finally {
      const sql = sqlOf(this, values[0]);
      let time = times.get(sql);
      if (time === undefined) times.set(sql, (time = { calls: 0, ms: 0 }));
      time.calls++;
      time.ms += performance.now() - started;
    }
  };
  Object.defineProperty(target, name, { value: replacement });
}
