import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries } from '../entries/entries.ts';
import type { OptionField, OptionFields } from '../ask/question/field.ts';
import { kebabCase } from '../ask/question/names.ts';
import { questions, streams } from '../ask/questions.ts';
import { EventLogger } from '../index.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { openArchive } from '../testing/open-archive.ts';
import { chainMethods } from './chain-methods.ts';
import { loggerMethods } from './event-logger/logger-methods.ts';
import { loggerOptions } from './event-logger/logger-options.ts';
import { openStemmaOf, type Stemma } from './open-stemma.ts';
import type { Method as Inputs } from './parse-arguments.ts';
import { skillsMethods } from './skills-methods.ts';

// Every method and every kind of mistake: refused with an error that names the input, the value and what is allowed.
const home = mkdtempSync(join(tmpdir(), 'stemma-bad-arguments-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let stemma: Stemma;
beforeAll(async () => {
  stemma = await openStemmaOf(
    {
      openStore: openArchive,
      sources: [],
      machine: { home, env: {} },
      clock: () => 0,
    },
    { home },
  );
});
afterAll(() => stemma.close());

interface Method extends Inputs<OptionFields> {
  readonly call: (...args: never[]) => unknown;
  /** Methods of classes take what they name; what is too much goes unnoticed there. */
  readonly countsArguments?: true;
}

const { trackInvocation, completeInvocation, importMetrics, recordJudgement, removeJudgement, ...ofChains } = entries;
const { invocation: _, ...end } = completeInvocation.input;

const methods: readonly Method[] = [
  ...methodsOf({ ...questions, ...streams }, () => stemma).map((each) => ({ ...each, countsArguments: true as const })),
  ...methodsOf({ recordJudgement, removeJudgement }, () => stemma),
  ...methodsOf({ ...ofChains, ...chainMethods }, () => stemma.tracker),
  ...methodsOf({ trackInvocation, importMetrics, ...skillsMethods }, () => stemma.skills),
  {
    name: 'completeInvocation',
    input: end,
    positionals: [],
    call: async (end: never) => (await stemma.skills.trackInvocation({ skill: 'commit' }))(end),
  },
  ...methodsOf(loggerMethods, () => new EventLogger({ home, parent: null })),
  {
    name: 'new EventLogger',
    input: loggerOptions,
    positionals: [],
    call: (options: unknown) =>
      new EventLogger(typeof options === 'object' ? { home, parent: null, ...options } : (options as object)),
  },
];

function methodsOf(
  all: Readonly<Record<string, Inputs<never> | Inputs<OptionFields>>>,
  of: () => object,
): readonly Method[] {
  return Object.entries(all).map(([key, method]) => ({
    ...(method as Inputs<OptionFields>),
    call: (...args) => {
      const it = of();
      return (it as Record<string, (...args: never[]) => unknown>)[key]!.apply(it, args);
    },
  }));
}

interface Mistake {
  readonly call: string;
  readonly args: readonly unknown[];
  readonly message: RegExp;
  readonly hint: RegExp;
}

describe.each(methods)('$name refuses', (method) => {
  test.each(mistakesOf(method))('$call', async ({ args, message, hint }) => {
    const error = await errorOf(method, args);
    expect(error).toBeInstanceOf(StemmaError);
    expect(error).toMatchObject({
      code: 'bad-argument',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });
});

test('there are enough of them to mean something', () => {
  expect(methods.flatMap(mistakesOf).length).toBeGreaterThan(900);
});

async function errorOf({ call }: Method, args: readonly unknown[]): Promise<unknown> {
  try {
    const answer = call(...(args as never[]));
    if (Symbol.asyncIterator in Object(answer)) for await (const _ of answer as AsyncIterable<unknown>) break;
    return await answer;
  } catch (error) {
    return error;
  }
}

function mistakesOf(method: Method): readonly Mistake[] {
  const { name, input, positionals } = method;
  const right = positionals.map((each) => rightValue(input[each]!));
  const mistake = (args: readonly unknown[], message: RegExp, hint = /\w/): Mistake => ({
    call: `${name}(${args.map((each) => (each === undefined ? 'undefined' : JSON.stringify(each))).join(', ')})`,
    args,
    message,
    hint,
  });
  const options = Object.keys(input).filter((each) => !positionals.includes(each));
  const needed = options.filter((each) => input[each]!.required);
  const others = Object.fromEntries(needed.map((each) => [each, rightValue(input[each]!)]));
  const takesOptions = options.length > 0 || method.countsArguments;
  return [
    ...(takesOptions
      ? [
          mistake([...right, { ...others, nonsense: 1 }], /^There is no input "nonsense" here\.$/, /^It takes/),
          mistake([...right, 5], /^options must be an object \(got 5\)\.$/),
        ]
      : []),
    ...(method.countsArguments ? [mistake([...right, {}, {}], /takes at most \d arguments? \(got \d\)\.$/)] : []),
    ...positionals.flatMap((each, index) => [
      mistake(right.toSpliced(index, 1, 7.5), new RegExp(`^${each} must be .*\\(got 7\\.5\\)\\.$`)),
      ...(input[each]!.required ? [mistake(right.slice(0, index), new RegExp(`^${each} is missing\\.$`))] : []),
    ]),
    ...needed.map((each) => {
      const { [each]: _left, ...rest } = others;
      return mistake([...right, rest], new RegExp(`^${each} is missing\\.$`));
    }),
    ...optionMistakes(input, options).map(({ option, message, hint }) =>
      mistake([...right, { ...others, ...option }], message, hint),
    ),
  ];
}

interface OptionMistake {
  readonly option: object;
  readonly message: RegExp;
  readonly hint?: RegExp;
}

/** Of options, and of options within them. */
function optionMistakes(fields: OptionFields, names: readonly string[], within = ''): readonly OptionMistake[] {
  return names.flatMap((name) => {
    const field = fields[name]!;
    const full = `${within}${name}`;
    const values = wrongValues(field).filter((value) => value !== null || !field.nullable);
    const wrong = values.map((value) => ({
      option: { [name]: value },
      message: new RegExp(`^${full} must (?:be|not|have|hold) .*\\(got .+\\)\\.$`),
    }));
    const kebab = kebabCase(name);
    const misspelled =
      kebab === name
        ? []
        : [{ option: { [kebab]: 1 }, message: /^There is no input/, hint: new RegExp(`^Write ${full}\\. `) }];
    const nested =
      field.type === 'object'
        ? [
            { option: { nonsense: 1 }, message: /^There is no input "\w+\.nonsense" here\.$/, hint: /^It takes \w+\./ },
            ...optionMistakes(field.fields, Object.keys(field.fields), `${full}.`),
          ].map((each) => ({ ...each, option: { [name]: each.option } }))
        : [];
    return [...wrong, ...misspelled, ...nested];
  });
}

function rightValue(field: OptionField): unknown {
  switch (field.type) {
    case 'integer':
    case 'number':
      return field.min;
    case 'choice':
      return field.choices[0];
    default:
      return 'x';
  }
}

function wrongValues(field: OptionField): readonly unknown[] {
  switch (field.type) {
    case 'text':
      return [5, null];
    case 'prose':
      return field.required ? [5, null, '', '—'] : [5, null];
    case 'texts':
      return [[5]];
    case 'integer':
      return [field.min - 1, 1.5, 'ten', Number.NaN];
    case 'number':
      return [field.min - 1, ...(field.max === undefined ? [] : [field.max + 1]), '0.5'];
    case 'flag':
      return ['yes', 1];
    case 'time':
      return ['soon', {}, ...(field.min === undefined ? [] : [field.min - 1])];
    case 'choice':
      return ['nonsense', 1];
    case 'choices':
      return ['nonsense', [1], 5];
    case 'json':
    case 'object':
      return [5, [], null];
    case 'function':
      return [5, 'now', null];
  }
}
