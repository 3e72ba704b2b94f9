import { redact, redactJson } from '../../platform/redact.ts';

/** A policy as it is at run time; see policy.ts for what the compiler holds it to. */
export type AnyPolicy = string | { readonly [field: string]: AnyPolicy };

export type Redactor = (value: unknown) => unknown;

/** What redacts a value as the policy says; undefined when nothing has to be looked at. Copies only what it changes. */
export function redactorOf(policy: AnyPolicy): Redactor | undefined {
  if (policy === 'redact') return eachText(redactedName);
  if (policy === 'redact id') return eachText((text) => redact(text));
  if (typeof policy === 'string') return undefined;
  const fields = Object.entries(policy).flatMap(([name, rule]) => {
    const redactor = redactorOf(rule);
    return redactor ? [{ name, redactor }] : [];
  });
  if (fields.length === 0) return undefined;
  const redactor: Redactor = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return eachItem(value, redactor);
    const object = value as Readonly<Record<string, unknown>>;
    let copy: Record<string, unknown> | undefined;
    for (const { name, redactor: redactField } of fields) {
      const field = object[name];
      if (field === null || field === undefined) continue;
      const safe = redactField(field);
      if (safe !== field) (copy ??= { ...object })[name] = safe;
    }
    return copy ?? object;
  };
  return redactor;
}

function eachText(redactText: (text: string) => string): Redactor {
  const redactor: Redactor = (value) => {
    if (typeof value === 'string') return redactText(value);
    return Array.isArray(value) ? eachItem(value, redactor) : redactJson(value);
  };
  return redactor;
}

function eachItem(list: readonly unknown[], redactor: Redactor): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const safe = redactor(list[index]);
    if (safe !== list[index]) (copy ??= list.slice())[index] = safe;
  }
  return copy ?? list;
}

/** Names of tools, models, folders and branches are few, and come with every event. */
function redactedName(text: string): string {
  let safe = names.get(text);
  if (safe === undefined) {
    safe = redact(text);
    // A hostile file may hold a million.
    if (names.size >= mostNames) names.clear();
    names.set(text, safe);
  }
  return safe;
}

const names = new Map<string, string>();
const mostNames = 2000;
