import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field, Fields } from '../ask/question/field.ts';
import { snakeCase } from '../ask/question/names.ts';
import { questions, streams } from '../ask/questions.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { openStemmaOf, type Stemma } from './open-stemma.ts';

// Every method and every kind of mistake: refused with an error that names the input, the value and what is allowed.
const home = mkdtempSync(join(tmpdir(), 'stemma-bad-arguments-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let stemma: Stemma;
beforeAll(async () => {
  stemma = await openStemmaOf(
    {
      openStore: (path, mode) => openSqlite(path, { mode }),
      sources: [],
      machine: { home, env: {} },
      clock: () => 0,
    },
    { home },
  );
});
afterAll(() => stemma.close());

interface Method {
  readonly name: string;
  readonly input: Fields;
  readonly positionals: readonly string[];
}

const methods = Object.values({ ...questions, ...streams }) as unknown as readonly Method[];

interface Mistake {
  readonly call: string;
  readonly args: readonly unknown[];
  readonly method: string;
  readonly message: RegExp;
  readonly hint: RegExp;
}

describe.each(methods)('$name refuses', (method) => {
  test.each(mistakesOf(method))('$call', async ({ args, message, hint }) => {
    const error = await errorOf(method.name, args);
    expect(error).toBeInstanceOf(StemmaError);
    expect(error).toMatchObject({
      code: 'bad-argument',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });
});

test('there are enough of them to mean something', () => {
  expect(methods.flatMap(mistakesOf).length).toBeGreaterThan(200);
});

async function errorOf(name: string, args: readonly unknown[]): Promise<unknown> {
  const method = stemma[name as keyof Stemma] as unknown as (...args: readonly unknown[]) => unknown;
  try {
    const answer = method(...args);
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
    method: name,
    args,
    message,
    hint,
  });
  const options = Object.keys(input).filter((each) => !positionals.includes(each));
  return [
    mistake([...right, { nonsense: 1 }], /^There is no input "nonsense" here\.$/, /^It takes/),
    mistake([...right, 5], /^options must be an object \(got 5\)\.$/),
    mistake([...right, {}, {}], /takes at most \d arguments? \(got \d\)\.$/),
    ...positionals.flatMap((each, index) => [
      mistake(right.toSpliced(index, 1, 7.5), new RegExp(`^${each} must be .*\\(got 7\\.5\\)\\.$`)),
      ...(input[each]!.required ? [mistake(right.slice(0, index), new RegExp(`^${each} is missing\\.$`))] : []),
    ]),
    ...options.flatMap((each) => [
      ...wrongValues(input[each]!).map((value) =>
        mistake([...right, { [each]: value }], new RegExp(`^${each} must (?:be|not|have) .*\\(got .+\\)\\.$`)),
      ),
      ...(snakeCase(each) === each
        ? []
        : [mistake([...right, { [snakeCase(each)]: 1 }], /^There is no input/, new RegExp(`^Write ${each}\\. `))]),
    ]),
  ];
}

function rightValue(field: Field): unknown {
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

function wrongValues(field: Field): readonly unknown[] {
  switch (field.type) {
    case 'text':
      return [5, null];
    case 'texts':
      return [[5]];
    case 'integer':
      return [field.min - 1, 1.5, 'ten', Number.NaN];
    case 'number':
      return [field.min - 1, field.max + 1, '0.5'];
    case 'flag':
      return ['yes', 1];
    case 'time':
      return ['soon', {}];
    case 'choice':
      return ['nonsense', 1];
    case 'choices':
      return ['nonsense', [1], 5];
  }
}
