import type { Input, OptionFields } from '../ask/question/field.ts';
import { isObject } from '../ask/question/json-object.ts';
import { badInput, doors, parseInput } from '../ask/question/parse-input.ts';
import { StemmaError } from '../model/stemma-error.ts';
import { redact } from '../platform/redact.ts';

/** What a method takes: a question, an entry, or something that only the SDK has. */
export interface Method<F extends OptionFields> {
  readonly name: string;
  readonly input: F;
  /** Inputs that come before the object with the others. */
  readonly positionals: readonly string[];
}

/** The arguments of a method, held to its inputs. */
export function parseArguments<F extends OptionFields>(
  method: Method<F>,
  args: readonly unknown[],
  now: number,
): Input<F> {
  try {
    return parseInput(method.input, inputOf(method, args), { ...doors.sdk, now });
  } catch (error) {
    // A program logs its errors: one does not show a value when there is a secret among them.
    if (!(error instanceof StemmaError) || !holdsSecret(args)) throw error;
    const message = error.message.replace(/ \(got .*\)\.$/s, ' (got a value with a secret in it).');
    throw new StemmaError(error.code, message, { hint: error.hint });
  }
}

/** Looks as deep as options go. */
function holdsSecret(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return redact(value) !== value;
  if (typeof value !== 'object' || value === null || depth > 3) return false;
  return Object.values(value).some((each) => holdsSecret(each, depth + 1));
}

/** Positional arguments and options, put together under their names. */
function inputOf(
  { name, positionals, input }: Method<OptionFields>,
  all: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const args = all.slice(0, all.findLastIndex((each) => each !== undefined) + 1);
  // Everything that is not given in its place may be named in the last argument.
  const placed = isObject(args.at(-1)) ? Math.min(args.length - 1, positionals.length) : positionals.length;
  const options = args[placed];
  const others = Object.keys(input).filter((each) => !positionals.includes(each));
  if (options !== undefined && !isObject(options))
    throw badInput('options', 'must be an object', options, {
      summary: `An object with what else ${name} takes: ${others.join(', ') || 'nothing'}`,
    });
  if (args.length > placed + 1)
    throw new StemmaError(
      'bad-argument',
      `${name} takes at most ${positionals.length + 1} arguments (got ${args.length}).`,
      {
        hint: `Write ${name}(${[...positionals, 'options'].join(', ')}).`,
      },
    );
  const named = Object.fromEntries(positionals.slice(0, placed).map((each, index) => [each, args[index]]));
  const twice = Object.keys(options ?? {}).find((key) => named[key] !== undefined);
  if (twice !== undefined)
    throw new StemmaError('bad-argument', `${twice} must be given once.`, {
      hint: `Leave it out of the options of ${name}.`,
    });
  return { ...named, ...(options as Record<string, unknown> | undefined) };
}
