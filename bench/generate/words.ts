import type { Random } from './random.ts';

const nouns =
  'cart order invoice price total customer basket stock parcel label refund coupon tax account login token page header button route query index cache queue worker job batch report chart filter parser lexer tree node edge graph store table column row key value field schema migration test fixture snapshot build bundle module package import export type error warning log trace metric event stream buffer file folder path link upload image thumbnail mail template locale currency rounding date timezone calendar retry timeout socket server client request response cookie session cursor pager'.split(
    ' ',
  );
const verbs =
  'fix add remove rename move split merge sort filter load save read write parse print check test run build deploy revert retry cache index count round validate escape trim pad format convert map reduce wrap unwrap open close lock unlock start stop resume skip log trace'.split(
    ' ',
  );
const fillers =
  'the a this that when where because so then now first again still only also both each every some no not before after without inside outside under over for from into with of on in at and or but if is was are were has have it they we should must may can'.split(
    ' ',
  );
const syllables =
  'ba ca da fa ga ha ja ka la ma na pa ra sa ta va za be ce de fe ge he ke le me ne pe re se te ve bi ci di fi gi hi ki li mi ni pi ri si ti vi bo co do fo go ho ko lo mo no po ro so to vo bu cu du fu gu ku lu mu nu pu ru su tu'.split(
    ' ',
  );
const cjk = [
  '购物车总价不对',
  '请修复测试',
  '合計が間違っています',
  'テストを直してください',
  '장바구니 합계가 틀려요',
];

/**
 * Text that has the statistics of transcripts (few common words, many rare ones, code, paths), and nobody's content.
 */
export class Words {
  readonly #random: Random;
  /** Names as they occur in code: the first are common, the last are seen once or twice. */
  readonly #names: readonly string[];
  /** Tool output is cut out of this, because making every byte of a gigabyte anew takes minutes. */
  readonly #output: string;

  constructor(random: Random) {
    this.#random = random;
    this.#names = Array.from({ length: 20_000 }, () => this.#newName());
    const lines: string[] = [];
    for (let size = 0; size < 4_000_000; size += lines.at(-1)!.length + 1) lines.push(this.#outputLine());
    this.#output = lines.join('\n');
  }

  name(): string {
    return this.#names[Math.floor(this.#names.length * this.#random.next() ** 3)]!;
  }

  path(): string {
    const random = this.#random;
    return `src/${random.of(nouns)}/${this.name()}.${random.of(['ts', 'ts', 'js', 'py', 'go', 'css'])}`;
  }

  sentence(words = 6 + this.#random.below(14)): string {
    const random = this.#random;
    if (random.chance(0.01)) return random.of(cjk);
    const parts = [random.of(verbs)];
    while (parts.length < words) {
      const kind = random.next();
      parts.push(
        kind < 0.45
          ? random.of(fillers)
          : kind < 0.75
            ? random.of(nouns)
            : kind < 0.85
              ? random.of(verbs)
              : kind < 0.97
                ? this.name()
                : this.path(),
      );
    }
    return `${parts.join(' ')}.`;
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => this.sentence()).join(' ');
  }

  output(length: number): string {
    const start = this.#random.below(Math.max(1, this.#output.length - length));
    return this.#output.slice(start, start + length);
  }

  command(): string {
    const random = this.#random;
    const noun = random.of(nouns);
    return random.of([
      `npm test -- ${noun}`,
      `grep -rn ${this.name()} src`,
      `cat ${this.path()}`,
      'git status --short',
      `git diff ${this.path()}`,
      `node --test test/${noun}.test.js`,
      `ls src/${noun}`,
      `python -m pytest tests/test_${noun}.py -x`,
    ]);
  }

  failure(): string {
    const random = this.#random;
    const name = this.name();
    return random.of([
      `Exit code 1\nAssertionError: expected ${random.below(100)} to equal ${random.below(100)}\n    at ${name} (${this.path()}:${random.below(400)}:${random.below(80)})\n${this.output(400)}`,
      `Exit code 2\nerror TS2339: Property '${name}' does not exist on type '${this.name()}'.\n${this.output(200)}`,
      `Exit code 127\nbash: ${name}: command not found`,
      `ENOENT: no such file or directory, open '${this.path()}'`,
    ]);
  }

  #newName(): string {
    const random = this.#random;
    const parts = Array.from({ length: 2 + random.below(3) }, () => random.of(syllables));
    const made = parts.join('');
    return random.chance(0.5)
      ? `${random.of(verbs)}${made[0]!.toUpperCase()}${made.slice(1)}`
      : `${random.of(nouns)}_${made}`;
  }

  #outputLine(): string {
    const random = this.#random;
    const indent = ' '.repeat(2 * random.below(4));
    return `${indent}${random.of([
      `const ${this.name()} = ${this.name()}(${this.name()}, ${random.below(1000)});`,
      `if (${this.name()} === undefined) return ${this.name()};`,
      `${this.path()}:${random.below(900)}: ${this.sentence(6)}`,
      `  ✓ ${this.sentence(7)} (${random.below(90)} ms)`,
      `// ${this.sentence(10)}`,
      `export function ${this.name()}(${this.name()}: string): ${this.name()} {`,
      '}',
      '',
    ])}`;
  }
}
