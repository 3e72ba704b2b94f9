import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeTypes, origins } from '../model/words.ts';
import { operationsOf } from '../normalise/operations/operations.ts';
import { parseCall } from '../normalise/parse-call.ts';
import { linkSession, type LinkerInput } from '../testing/link-session.ts';
import { argumentsOf } from './text/arguments-of.ts';
import { createLinker } from './create-linker.ts';
import type { Linker } from './linker.ts';
import { readShown } from './text/shown.ts';
import { SessionSoFar } from './session-so-far.ts';

const word = fc.constantFrom(
  'total',
  'memberRebate',
  'roundToCents',
  'MAX_PRICE',
  'checkout',
  'src/cart.ts',
  'src/shop.ts',
  'error:',
  'npm test',
  '12→',
  '+',
  '-',
  'voucher_77',
);
const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\0',
    '\ud83d',
    '\udc00\ud83d',
    '\u202e',
    '\r\n\r\n',
    '12→',
    '/',
    '....',
    '\u001b[31m',
    '__proto__',
    '折扣',
    'скидка',
    'x'.repeat(100_000),
    'a/'.repeat(20_000),
    '1:'.repeat(20_000),
    '\n'.repeat(50_000),
  ),
);
const text = fc.oneof(
  { weight: 5, arbitrary: fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n')) },
  { weight: 1, arbitrary: hostile },
);
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'src/cart.ts',
      '/home/dev/shop/src/cart.ts',
      'src/shop.ts',
      'README.md',
      './src/money.ts',
    ),
  },
  { weight: 1, arbitrary: hostile },
);

const doing = fc.oneof(
  fc.record({
    tool: fc.constant('Read'),
    input: fc.record({ file_path: path, offset: fc.integer(), limit: fc.integer() }, { requiredKeys: ['file_path'] }),
  }),
  fc.record({ tool: fc.constant('Edit'), input: fc.record({ file_path: path, old_string: text, new_string: text }) }),
  fc.record({
    tool: fc.constant('Bash'),
    input: fc.record({
      command: fc.oneof(
        text,
        fc.constantFrom('npm test', 'npx tsc', 'git commit -am x', 'ls src', 'date', 'cat src/cart.ts'),
      ),
    }),
  }),
  fc.record({
    tool: fc.constant('apply_patch'),
    input: text.map((body) => `*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-${body}\n+${body}\n*** End Patch`),
  }),
  fc.record({ tool: fc.string(), input: fc.oneof(fc.anything(), text) }),
);

/**
 * Few keys and messages, so that they collide: repeated events, results without calls, siblings, calls without results.
 */
const key = fc.integer({ min: 0, max: 30 }).map((number) => `key ${number}`);
const record: fc.Arbitrary<LinkerInput> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ is: fc.constant('cwd' as const), path }) },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('prompt' as const),
      key,
      text: fc.oneof(
        text,
        text.map((each) => each.slice(0, 100).repeat(20)),
      ),
      origin: fc.constantFrom(...origins),
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(doing, key, fc.option(fc.constantFrom('m1', 'm2'), { nil: undefined }))
      .map(([done, own, message]) => ({
        is: 'call' as const,
        key: own,
        ...done,
        ...(message !== undefined && { message }),
      })),
  },
  {
    weight: 8,
    arbitrary: fc.record({ is: fc.constant('result' as const), call: key, output: text, failed: fc.boolean() }),
  },
);
/** As agents write it: every call has its result at once. */
const orderly = fc.array(fc.tuple(fc.oneof(record, record), text, fc.boolean()), { maxLength: 40 }).map((all) =>
  all.flatMap(([each, output, failed], index): LinkerInput[] => {
    if (each.is === 'call')
      return [
        { ...each, key: `call ${index}` },
        { is: 'result', call: `call ${index}`, output, failed },
      ];
    return each.is === 'prompt' ? [{ ...each, key: `prompt ${index}` }] : [each];
  }),
);
const session = fc.oneof(orderly, fc.array(record, { maxLength: 60 }));

describe('whatever a session is', () => {
  test('nothing throws, and every cause keeps its promises', () => {
    fc.assert(
      fc.property(session, (all) => {
        const before = new Set<string>();
        const messages = new Map<string, string | undefined>();
        const back = new Set<string>();
        let at = 0;
        const answers = linkSession(all);
        for (const each of all) {
          if (each.is === 'result' && messages.has(each.call)) back.add(each.call);
          if (each.is === 'prompt') before.add(each.key);
          if (each.is !== 'call') continue;
          const { causes } = answers[at++]!;
          if (before.has(each.key)) expect(causes).toEqual([]);
          expect(causes.length).toBeLessThanOrEqual(5);
          expect(new Set(causes.map(({ cause }) => cause)).size).toBe(causes.length);
          expect(causes.map(({ confidence }) => confidence)).toEqual(
            causes.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
          );
          for (const { cause, confidence, types, evidence } of causes) {
            expect(before).toContain(cause);
            expect(cause).not.toBe(each.key);
            if (messages.has(cause)) expect(back).toContain(cause);
            if (each.message !== undefined) expect(messages.get(cause)).not.toBe(each.message);
            expect(confidence >= 0.2 && confidence <= 1).toBe(true);
            expect(types.length > 0 && types.every((type) => edgeTypes.includes(type))).toBe(true);
            expect(evidence.length > 0 && evidence.length <= 3 && evidence.every((shown) => shown !== '')).toBe(true);
            expect(evidence).not.toEqual([]);
          }
          if (!before.has(each.key)) messages.set(each.key, each.message);
          before.add(each.key);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('the causes of a call are the same however the session goes on', () => {
    fc.assert(
      fc.property(session, fc.nat(60), (all, cut) => {
        const beginning = linkSession(all.slice(0, cut));
        expect(linkSession(all).slice(0, beginning.length)).toEqual(beginning);
      }),
      { numRuns: 150 },
    );
  });

  test('added to another linker it has the same causes', () => {
    fc.assert(
      fc.property(session, (all) => void expect(linkSession(all)).toEqual(linkSession(all))),
      { numRuns: 100 },
    );
  });
});

describe('what is hostile', () => {
  const megabyte = 1024 * 1024;

  test.each([
    ['one line', 'x'.repeat(megabyte)],
    ['one path', 'src/'.repeat(megabyte / 4)],
    ['lines of one letter', 'a\n'.repeat(megabyte / 2)],
    ['numbers before lines', '12→'.repeat(megabyte / 3)],
    ['quoted words that are all different', `'${manyWords(100_000)}'`],
    ['halves of characters', '\ud83d'.repeat(megabyte)],
    ['nothing printable', '\0\u001b\u202e'.repeat(megabyte / 3)],
  ])('in a megabyte is borne everywhere: %s', (_, much) => {
    const all: LinkerInput[] = [
      { is: 'cwd', path: much },
      { is: 'prompt', key: 'ask', text: much, origin: 'human' },
      ...['a', 'b', 'c'].flatMap((key): LinkerInput[] => [
        { is: 'call', key, tool: 'Edit', input: { file_path: much, old_string: much, new_string: much } },
        { is: 'result', call: key, output: much, failed: key === 'b' },
      ]),
      { is: 'call', key: 'd', tool: 'Bash', input: { command: much.slice(0, 100_000) } },
    ];
    expect(linkSession(all)).toHaveLength(4);
  });

  test('in a command of many words is found in a prompt of as many: comparing each with each would take minutes', () => {
    const much = manyWords(20_000);
    const input = { command: much };
    const linker = createLinker();
    linker.prompt({ key: 'ask', text: much, origin: 'human' });
    const operations = operationsOf(parseCall('Bash', input));
    const found = linker.call({ key: 'run', text: argumentsOf(input, operations), operations });
    expect(found.map(({ cause }) => cause)).toEqual(['ask']);
  });

  test('in an input nested deeper than any stack is borne', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}"x"${']'.repeat(50_000)}`) as unknown;
    const linker = createLinker();
    linker.prompt({ key: 'ask', text: 'go', origin: 'human' });
    expect(() => linker.call({ key: 'deep', text: argumentsOf(deep, []), operations: [] })).not.toThrow();
  });
});

describe('however long a session is', () => {
  /** The same work over and over in other words, so that only memory could make a difference. */
  function work(
    linker: Pick<Linker, 'prompt' | 'result'> & { call(record: Parameters<Linker['call']>[0]): unknown },
    index: number,
  ): unknown {
    if (index % 50 === 0)
      linker.prompt({ key: `prompt ${index}`, text: `now price${index} in src/file${index % 7}.ts`, origin: 'human' });
    const path = `src/file${index % 7}.ts`;
    const inputs: readonly [string, unknown, string][] = [
      ['Read', { file_path: path }, `1→const price${index} = total(${index});\n2→return price${index};`],
      [
        'Edit',
        {
          file_path: path,
          old_string: `return price${index - 1};`,
          new_string: `return price${index - 1} + rebate${index};`,
        },
        'done',
      ],
      ['Bash', { command: 'npm test' }, index % 3 === 0 ? `not ok ${index} ${path}` : 'ok'],
    ];
    const [tool, input, output] = inputs[index % 3]!;
    const found = linker.call({
      key: `call ${index}`,
      text: argumentsOf(input, operationsOf(parseCall(tool, input))),
      operations: operationsOf(parseCall(tool, input)),
    });
    linker.result({ call: `call ${index}`, shown: readShown(output), failed: output.startsWith('not ok') });
    return found;
  }

  test('no more steps come into question in the last thousand calls than in the second', () => {
    const session = new SessionSoFar();
    const considered = {
      call: (record: Parameters<Linker['call']>[0]) => session.call(record)!.candidates.length,
      prompt: session.prompt.bind(session),
      result: session.result.bind(session),
    };
    const perThousand: number[] = [];
    for (let index = 0; index < 4_000; index++) {
      const thousand = Math.floor(index / 1_000);
      perThousand[thousand] = (perThousand[thousand] ?? 0) + (work(considered, index) as number);
    }
    expect(perThousand[1]).toBeGreaterThan(1_000);
    expect(perThousand[3]! / perThousand[1]!).toBeLessThan(1.2);
  });

  test('memory does not grow with it, and causes are still found at its end', () => {
    const linker = createLinker();
    let last: unknown;
    for (let index = 0; index < 2_000; index++) work(linker, index);
    const before = megabytesInUse();
    for (let index = 2_000; index < 5_999; index++) last = work(linker, index);
    expect(megabytesInUse() - before).toBeLessThan(4);
    expect(last).toContainEqual(
      expect.objectContaining({
        cause: 'call 5997',
        evidence: ['shows the line it replaces: "return price5997;"'],
      }),
    );
  });

  test('large files that were written are not kept with it', () => {
    const linker = createLinker();
    const write = (index: number): void => {
      // As read from a transcript: a string of its own.
      const input = JSON.parse(
        JSON.stringify({ file_path: `src/file${index}.ts`, content: `${'lorem ipsum '.repeat(80_000)}${index}` }),
      ) as unknown;
      linker.call({
        key: `call ${index}`,
        text: argumentsOf(input, []),
        operations: operationsOf(parseCall('Write', input)),
      });
      linker.result({ call: `call ${index}`, shown: readShown('done'), failed: false });
    };
    for (let index = 0; index < 10; index++) write(index);
    const before = megabytesInUse();
    for (let index = 10; index < 35; index++) write(index);
    expect(megabytesInUse() - before).toBeLessThan(12);
    expect(linker).toBeDefined();
  });
});

function manyWords(count: number): string {
  return Array.from({ length: count }, (_, index) => `name${index}`).join(' ');
}

function megabytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 / 1024;
}
