/**
 * A fingerprint without what only its reporter adds: case, quotes, marks, `Error:` before the error, `exit code 1:`
 * before the last line. Two fingerprints with the same variant text are the same failure in two programs. Empty
 * when nothing distinctive is left: `exit code <n>`.
 */
export function variantOf(fingerprint: string): string {
  let text = fingerprint.toLowerCase();
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(around, '');
  }
  text = text.replace(stands, ' ').replace(marks, ' ').replace(/\s+/g, ' ').trim();
  return indistinct.test(text) ? '' : text;
}

/** The key of failures that are variants of one another. */
export function failureName(fingerprint: string): string {
  return variantOf(fingerprint) || fingerprint;
}

const around =
  /^(?:\s+|uncaught |unhandled |exit code (?:<n>|\d+):?|(?:fatal |internal )?error:(?!:)|npm (?:err!|error)|e {2,}|\[?(?:error|err|fatal)\]|[✖×✗●•>*-]+ |failed:|failure:)/;
const stands = /<(?:n|time|size|id|hash|address|port|temp)>/g;
// What a name is made of stays: `a.b`, `a_b`, `a-b`, `a/b`, `c++`, `a::b`.
const marks = /[^\p{L}\p{N}_.$@/:+#-]+|(?<![\p{L}\p{N}])[.:/#-]+|[.:/#-]+(?![\p{L}\p{N}])/gu;
const indistinct =
  /^(?:(?:failed|error|errors|failure|fail|failing|unknown|exit|exited|code|status|with|command|tool|denied|interrupted|nothing|found|to|the|bash|shell|script|process|test|tests) ?)*$/;
