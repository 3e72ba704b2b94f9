/**
 * One input of a question or an entry. SDK options, query parameters, tool arguments and command-line flags are all
 * made from it, and checked by parse-input.ts in the same words. Plain data, so that a command which asks one question
 * does not load a schema library (docs/decisions/037-questions.md).
 */
export type Field =
  | TextField
  | ProseField
  | TextsField
  | IntegerField
  | NumberField
  | FlagField
  | TimeField
  | ChoiceField
  | ChoicesField
  | JsonField;

interface FieldBase {
  /** What it means, in one line without a full stop. */
  readonly summary: string;
  readonly required?: true;
  /** null is taken for absent. */
  readonly nullable?: true;
  /** Other names it is accepted under. */
  readonly aliases?: readonly string[];
  /** What help writes for its value: `--limit N`. */
  readonly placeholder?: string;
}

export interface TextField extends FieldBase {
  readonly type: 'text';
  /** In characters; 2,000 when absent. */
  readonly max?: number;
  /** Where shell completion finds values. */
  readonly completes?: 'agents';
}

/** What a person wrote or a program printed: any characters. It is cleaned and cut where it is stored. */
export interface ProseField extends FieldBase {
  readonly type: 'prose';
  /** In characters, over HTTP and MCP; elsewhere it may be of any length. */
  readonly remoteMax: number;
}

/** A text that may be given several times. */
export interface TextsField extends FieldBase {
  readonly type: 'texts';
  readonly max?: number;
}

export interface IntegerField extends FieldBase {
  readonly type: 'integer';
  readonly min: number;
  readonly max?: number;
  /** Over HTTP and MCP, where somebody else pays for the answer. */
  readonly remoteMax?: number;
  readonly default?: number;
}

export interface NumberField extends FieldBase {
  readonly type: 'number';
  readonly min: number;
  readonly max?: number;
}

export interface FlagField extends FieldBase {
  readonly type: 'flag';
}

/** A day, a time, or how long ago (`7d`); arrives in milliseconds. */
export interface TimeField extends FieldBase {
  readonly type: 'time';
  /** In milliseconds; any time when absent. */
  readonly min?: number;
  readonly max?: number;
  /** A bare day means its last moment. */
  readonly isEnd?: true;
}

export interface ChoiceField extends FieldBase {
  readonly type: 'choice';
  readonly choices: readonly string[];
  readonly default?: string;
}

/** Several of the choices; in text with commas between. */
export interface ChoicesField extends FieldBase {
  readonly type: 'choices';
  readonly choices: readonly string[];
}

/** Any JSON object. In text it is written as JSON. */
export interface JsonField extends FieldBase {
  readonly type: 'json';
  /** In characters of JSON. */
  readonly max: number;
}

export type Fields = Readonly<Record<string, Field>>;

/** What only a program can give: options within options, and functions. */
export type OptionField = Field | ObjectField | FunctionField;

export interface ObjectField extends FieldBase {
  readonly type: 'object';
  readonly fields: OptionFields;
}

export interface FunctionField extends FieldBase {
  readonly type: 'function';
}

export type OptionFields = Readonly<Record<string, OptionField>>;

/** The value of a field after parsing. */
export type ValueOf<F extends OptionField> = F extends ObjectField
  ? Input<F['fields']>
  : F extends FunctionField
    ? (...args: never) => unknown
    : FieldValue<F>;

type FieldValue<F> = F extends FlagField
  ? boolean
  : F extends IntegerField | NumberField | TimeField
    ? number
    : F extends { readonly type: 'choice'; readonly choices: readonly (infer Choice)[] }
      ? Choice
      : F extends { readonly type: 'choices'; readonly choices: readonly (infer Choice)[] }
        ? readonly Choice[]
        : F extends TextsField
          ? readonly string[]
          : F extends JsonField
            ? Readonly<Record<string, unknown>>
            : string;

/** What a program may give for a field. */
type ProgramValue<F extends OptionField> = F extends ObjectField
  ? ProgramInput<F['fields']>
  : F extends TimeField
    ? number | string | Date
    : ValueOf<F>;

type HasValue<F extends OptionField> = F extends { readonly required: true } | { readonly default: number | string }
  ? true
  : false;

/** Input as `run` receives it: required fields and defaults are there, the others may be absent. */
export type Input<F extends OptionFields> = {
  readonly [Name in keyof F as HasValue<F[Name]> extends true ? Name : never]: ValueOf<F[Name]>;
} & { readonly [Name in keyof F as HasValue<F[Name]> extends true ? never : Name]?: ValueOf<F[Name]> };

/** Input as a program gives it. */
export type ProgramInput<F extends OptionFields> = {
  readonly [Name in keyof F as F[Name] extends { readonly required: true } ? Name : never]: ProgramValue<F[Name]>;
} & {
  readonly [Name in keyof F as F[Name] extends { readonly required: true } ? never : Name]?:
    | ProgramValue<F[Name]>
    | undefined;
};
