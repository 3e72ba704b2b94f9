/**
 * Whether a failure is about how a tool was called, or about what was looked for, and not about the work. Once other calls
 * have succeeded it is not open any more: nobody has to fix it.
 */
export function isWrongCall(message: string): boolean {
  return wrongCall.test(message);
}

const wrongCall =
  /\b(?:command not found|not recognized as|no such file|(?:file|path|directory) (?:does not exist|not found)|cannot find (?:the )?(?:path|file)|has not been read|has been modified since|string to replace (?:was )?not found|no (?:replacement|matches) |unknown (?:option|flag|argument|command)|unrecognized (?:option|argument)|invalid (?:option|argument|parameter)|(?:has|have) a "[\w:-]+" script|missing script|NO_SCRIPT|usage:|tool_use_error|exceeds maximum|is a directory|not a git repository)\b|^blocked\b/i;

/** So many calls that succeed show that the work goes on without it. */
export const goneAfter = 3;
