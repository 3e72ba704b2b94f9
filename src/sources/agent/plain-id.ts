/**
 * The value if it looks like an agent's id. Hook payloads are hostile input and ids become parts of paths and uids:
 * nothing with a slash, a colon or a leading dot is accepted, and nothing long.
 */
export function plainId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(value) ? value : undefined;
}

/** Ids of calls are used in keys only; providers use more characters in them. */
export function callId(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined;
}
