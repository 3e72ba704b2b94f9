/** Ways to name a file in a prompt. */

const isOutside = /^(?:\/|~|[A-Za-z]:)/;

export function plainMention(path: string): string {
  return path;
}

/** `@src/a.ts`: read when it lies in the folder the agent works in and its name has no blanks. */
export function atMention(path: string): string {
  return isOutside.test(path) || /[\s()]/.test(path) ? path : `@${path}`;
}

/** `@/src/a.ts`: from the root of the work. */
export function rootMention(path: string): string {
  return isOutside.test(path) ? path : `@/${path}`;
}
