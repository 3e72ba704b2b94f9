import type { ChainId, EventId, InvocationId, SessionUid } from '../../model/ids.ts';

/**
 * How the text in an answer of type `T` is treated: one rule for every field that can hold text, at any depth. Lists
 * have the rule of their items. A field without a rule, or a rule without a field, does not compile.
 */
export type Policy<T> = HasText<T> extends true ? All<RuleOf<T>> : 'no text';

/** A policy for the answer of every method. A method that answers with text cannot be left out. */
export type Policies<Reader> = { readonly [Method in keyof Reader]: Policy<Answer<Reader[Method]>> };

type Answer<Method> = Method extends (...args: never[]) => infer Given
  ? Given extends Promise<infer One> | AsyncIterable<infer One>
    ? One
    : Given
  : Method;

/**
 * - `redact`: kept as the agent wrote it, so it is redacted here.
 * - `redact id`: the same for an agent's own ids. Each is seen once or twice, so the result is not cached.
 * - `safe: …`: not redacted here, for this reason.
 */
export type TextRule = 'redact' | 'redact id' | `safe: ${string}`;

/** Whether a value of this type can hold free text, at any depth. */
export type HasText<T> = 0 extends 1 & T
  ? true
  : unknown extends T
    ? true
    : true extends TextIn<T, IdWithoutText>
      ? true
      : false;

/** Ids are hashes; what looks like a secret in the uid of a session is masked when the session is ingested. */
type IdWithoutText = EventId | ChainId | InvocationId | SessionUid;

/** Distributes over unions; numbers and closed vocabularies are no text, bytes are. */
type TextIn<T, Id> = T extends Id | number | bigint | boolean | null | undefined | void
  ? false
  : T extends string
    ? IsOpen<T>
    : T extends Uint8Array
      ? true
      : T extends readonly (infer Item)[]
        ? HasText<Item>
        : HasKnownKeys<T> extends true
          ? { [Name in keyof T]-?: HasText<T[Name]> }[keyof T]
          : true;

/** A literal is the only string type that a record of it needs a property for. */
type IsOpen<T extends string> = Record<never, never> extends Record<T, 1> ? true : false;

/** False for functions, `{}` and everything with an index signature. */
type HasKnownKeys<T> = [keyof T] extends [never] ? false : string extends keyof T ? false : true;

type RuleOf<T> = T extends unknown ? (HasText<T> extends true ? OneRule<T> : never) : never;

type OneRule<T> = unknown extends T
  ? Boxed<TextRule>
  : T extends string
    ? Boxed<TextRule>
    : T extends Uint8Array
      ? Boxed<`safe: ${string}`>
      : T extends readonly (infer Item)[]
        ? RuleOf<Item>
        : HasKnownKeys<T> extends true
          ? Boxed<{ readonly [Name in keyof T as HasText<T[Name]> extends true ? Name : never]-?: Policy<T[Name]> }>
          : Boxed<TextRule>;

/** Of a union all rules hold. The box keeps the alternatives of one rule together. */
interface Boxed<Rule> {
  readonly box: (rule: Rule) => void;
}
type All<Rules> = [Rules] extends [Boxed<infer Rule>] ? Rule : never;
