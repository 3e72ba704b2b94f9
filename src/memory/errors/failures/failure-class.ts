/** What went wrong, as far as the text shows. It decides which step is the culprit and what can fix it. */
export type FailureClass =
  /** The file must be read (again) before it may be written. */
  | 'unread'
  /** The same, because something changed it since. */
  | 'stale'
  /** What was named is not there. */
  | 'absent'
  /** The call itself was wrong: an option, a command, an argument that does not exist. */
  | 'mistyped'
  /** As `mistyped`, and what does not exist is the command as a whole. */
  | 'unknown-command'
  /** There was nothing to do, because something before had not been done. */
  | 'nothing-to-do'
  | 'timed-out'
  /** It was run where it has nothing to work on. */
  | 'misplaced'
  /** Outside the work: a remote, a network, a port, a service. */
  | 'outside'
  | 'other';

export function failureClassOf(reason: string, output: string): FailureClass {
  const text = `${reason.slice(0, 600)}\n${output.slice(0, 1500)}\n${output.slice(-600)}`;
  return sorts.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

const sorts: readonly (readonly [FailureClass, RegExp])[] = [
  ['stale', /(?:modified|changed) since (?:it was )?(?:last )?read/i],
  ['unread', /has not been read yet|must (?:first )?(?:be )?read (?:the )?file|read it (?:again|first)/i],
  [
    'timed-out',
    /\bcommand timed out\b|exceeding timeout [\d.]+ ?ms|exceeded the timeout of|timed out after [\d.]+ ?(?:ms|s|m|seconds|minutes)/im,
  ],
  ['nothing-to-do', /^(?:nothing (?:added )?to commit|no changes added to commit)/m],
  [
    'unknown-command',
    /\b(?:unknown|unrecognized|no such) (?:sub)?command\b|is not a \w+ command|is not recognized as (?:(?:a|the) name of a cmdlet|an internal)|No such tool available|unknown tool|\bcommand ["'`]\S+["'`] not found|\bmissing script\b|\bscript not found\b|none of [^\n]{0,40} has an? "[\w:-]+" script|NO_SCRIPT\b|^no tests? (?:files? )?found\b/im,
  ],
  [
    'misplaced',
    /not a git repository|(?:could not|cannot|couldn't) find (?:a |any )?[`'"]?(?:package\.json|Cargo\.toml|go\.mod|pyproject|Makefile|project)/i,
  ],
  ['mistyped', /^error: src refspec \S+ does not match any/m],
  [
    'outside',
    /^ ! \[(?:remote )?rejected\]|failed to push some refs|could not resolve host|connection refused|ECONNREFUSED|ETIMEDOUT|EADDRINUSE|address already in use|eaddrinuse|could not read from remote|network is unreachable|no space left on device|rate limit/im,
  ],
  [
    'mistyped',
    /^error: (?:unexpected|unrecognized|invalid|missing|found) (?:\w+ )?(?:argument|value|option)|\b(?:unknown|unrecognized|illegal|invalid|bad|no such) (?:option|flag|argument|switch|shorthand)|command not found|: not found$|option requires an argument|missing required argument|required arguments? |^\s*usage: |pathspec '|ignored by one of your|syntax error near|parse error near|unexpected EOF while looking|doesn't accept argument|^execution error: No such file or directory|positional parameter cannot be found|parameter cannot be found that matches|parentheses not balanced|unmatched [([{]|regex parse error|invalid regular expression|\bcompile error\b[^\n]*$|InputValidationError|(?:^|:)cd:(?:\d+:)? (?:no such file or directory|[^\n]*No such file or directory)|failed to parse (?:function )?arguments|^ParserError\b|is not expected in this context/im,
  ],
  [
    'absent',
    /does not exist|no such file or directory|\bENOENT\b|cannot find (?:the )?(?:file|path)|file not found|no such file: /i,
  ],
];
