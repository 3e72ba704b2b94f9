/** The difference of two texts in the format of `diff -u`; empty when there is none. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return '';
  const [a, b] = [linesOf(before ?? ''), linesOf(after ?? '')];
  const hunks = hunksOf(steps(a, b));
  const head = `--- ${before === undefined ? '/dev/null' : path}\n+++ ${after === undefined ? '/dev/null' : path}\n`;
  return (
    head +
    hunks
      .map(
        ({ lines, from, to }) =>
          `@@ -${range(from, lines, '+')} +${range(to, lines, '-')} @@\n${lines.map(shown).join('')}`,
      )
      .join('')
  );
}

interface Step {
  readonly sign: ' ' | '+' | '-';
  readonly line: string;
}

interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Step[];
}

const context = 3;

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function shown({ sign, line }: Step): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

function range(start: number, lines: readonly Step[], other: Step['sign']): string {
  const count = lines.filter(({ sign }) => sign !== other).length;
  return `${count === 0 ? start - 1 : start},${count}`;
}

/** Myers: the fewest removed and added lines. */
function steps(a: readonly string[], b: readonly string[]): Step[] {
  const trace: Map<number, number>[] = [];
  const reach = new Map([[1, 0]]);
  search: for (let d = 0; d <= a.length + b.length; d++) {
    trace.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = isDown ? (reach.get(k + 1) ?? 0) : reach.get(k - 1)! + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) [x, y] = [x + 1, y + 1];
      reach.set(k, x);
      if (x >= a.length && y >= b.length) break search;
    }
  }
  const found: Step[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const at = trace[d]!;
    const k = x - y;
    const isDown = k === -d || (k !== d && (at.get(k - 1) ?? -1) < (at.get(k + 1) ?? -1));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (at.get(fromK) ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) [x, y] = (found.push({ sign: ' ', line: a[x - 1]! }), [x - 1, y - 1]);
    if (d > 0) found.push(isDown ? { sign: '+', line: b[y - 1]! } : { sign: '-', line: a[x - 1]! });
    [x, y] = [fromX, fromY];
  }
  return found.toReversed();
}

function hunksOf(all: readonly Step[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, to, quiet] = [1, 1, context + 1];
  let open: { from: number; to: number; lines: Step[] } | undefined;
  const close = (): void => {
    if (open) hunks.push({ ...open, lines: open.lines.slice(0, open.lines.length - Math.max(0, quiet - context)) });
    open = undefined;
  };
  all.forEach((step, index) => {
    if (step.sign !== ' ') {
      if (!open) {
        const lead = all.slice(Math.max(0, index - context), index);
        open = { from: from - lead.length, to: to - lead.length, lines: [...lead] };
      }
      quiet = 0;
    } else {
      quiet += 1;
    }
    if (open) open.lines.push(step);
    if (open && quiet > 2 * context) close();
    if (step.sign !== '+') from += 1;
    if (step.sign !== '-') to += 1;
  });
  close();
  return hunks;
}
