import { isObject } from '../platform/parse-records.ts';

/** `advice` or `resume` in config.json: everywhere, nowhere, or everywhere but in some folders. */
export interface Switch {
  readonly on: boolean;
  /** Folders and patterns of folders without notes. */
  readonly off: readonly string[];
}

/** Undefined when it is none of `true`, `false` and `{"off": [patterns]}`. */
export function switchOf(value: unknown): Switch | undefined {
  if (value === undefined || typeof value === 'boolean') return { on: value ?? true, off: [] };
  const off = isObject(value) ? value['off'] : undefined;
  return isTexts(off) ? { on: true, off } : undefined;
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
