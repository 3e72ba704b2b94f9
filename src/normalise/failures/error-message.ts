import type { Showing } from '../shell/shown-parts.ts';
import { isLookProgram } from '../shell/programs.ts';
import { failingTerms } from './failing-terms.ts';

export interface Printed {
  /** The command line; what it says itself, such as `echo "Error: …"`, is not an error of it. */
  readonly line: string;
  readonly programs: readonly string[];
  readonly showing: Showing;
}

/**
 * The line in which a program reports an error, where its exit code was lost: in a pipe, before a `;`, in the
 * background. Errors stand at the start of a line and at one end of a long output. Where a part of the output is the
 * content of files, only a shell, git or a program of the line in its own name is believed.
 */
export function errorMessage(text: string, { line, programs, showing }: Printed): string | undefined {
  if (showing === 'all') return undefined;
  const lines = text.split('\n').filter((each) => each.trim() !== '');
  const looked = lines.length <= 40 ? lines : [...lines.slice(0, 4), ...lines.slice(-6)];
  // `cat` without its file in a line that does other work is a look that found nothing.
  const workers = programs.filter((program) => !isLookProgram(program));
  const asksForHelp = /(?:^|\s)(?:--?help|-h|help|--version)(?:\s|$)/.test(line);
  for (const [at, each] of looked.entries()) {
    const found = each.trimEnd();
    if (found.length > longest || counts.test(found) || line.includes(found.trim())) continue;
    if (ofShell.test(found) || (isOwn(found, workers) && failingTerms.test(found))) return found;
    if (programs.includes('git') && ofGit.test(found)) return found;
    if (programs.includes('gh') && ofForge.test(found)) return found;
    if (!asksForHelp && usage.test(found) && isOf(found, programs)) return found;
    if (!asksForHelp && found === 'Usage:' && isOther(looked[at + 1] ?? '', line)) return looked[at + 1]!.trim();
    if (showing === 'part') continue;
    if (anywhere.test(found)) return found;
    // A sentence is an error where it comes first or last; between them it may be about anything.
    if ((at === 0 || at === looked.length - 1) && sentence.test(found)) return found;
  }
  return undefined;
}

const longest = 1000;

/** A program in its own name: `protoc: error …`. */
function isOwn(line: string, programs: readonly string[]): boolean {
  const end = line.indexOf(': ');
  if (end <= 0 || end > 80) return false;
  const name = line.slice(0, end);
  return programs.includes(
    name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replace(/\.exe$/, ''),
  );
}

/** Help for what was not called so: `frob job show 7` answered with `frob job [command]`. */
function isOther(usage: string, line: string): boolean {
  const called = /^\s*([\w-]+(?: [\w-]+)+) [[<]/.exec(usage)?.[1];
  const at = called === undefined ? -1 : line.indexOf(called);
  return at >= 0 && /^ +[\w-]/.test(line.slice(at + called!.length)) && !/^ +\d>/.test(line.slice(at + called!.length));
}

function isOf(line: string, programs: readonly string[]): boolean {
  return programs.some((program) => line.includes(program));
}

/** `0 errors` is no error, and so is what a test that passes is called. */
const counts = /\b(?:0|no) (?:errors?|failures?|failed|problems?|issues?)\b/i;
const ofShell =
  /^(?:\(eval\)|[\w./-]*\b(?:ba|z|da|k)?sh|[\w./-]+\.(?:sh|ps1|bash)):(?: line)? ?\d*:? (?:\S+: )?(?:command not found|syntax error|no such file or directory|[^\n]*: (?:command not found|No such file or directory|Permission denied|syntax error|unbound variable|ambiguous redirect|cannot execute))/i;
const ofGit =
  /^(?:fatal: |error: |remote: error: | ! \[(?:remote )?rejected\]|CONFLICT \(|The following paths are ignored by |Aborting$|git: '[^']*' is not a git command)/;
/** Also a check of a pull request that failed: name, state and time, with tabs between. */
const ofForge =
  /^(?:GraphQL: |gh: |HTTP [45]\d\d: |unknown (?:flag|command|shorthand flag): |[^\t]+\tfail\t[\dhms]+(?:\t|$))/;
const usage = /^usage: /i;
const anywhere =
  /^(?:(?:fatal|error|panic)(?:\[\w+\])?: (?!0 )\S|(?:Error|ERROR|FATAL|CRITICAL): +\S|Traceback \(most recent call last\)|(?:Uncaught )?(?:[A-Za-z_]\w*[.:]{1,2})*[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?: \S|thread '[^']*' panicked at |curl: \(\d+\) |\*\* \(\w[\w.]*\) )/;
const sentence =
  /^(?:Failed to |failed to |Could not |could not |Cannot |cannot |Can't |Unable to |Unknown (?:option|command|argument|flag|method|status)|Invalid |Permission denied|Access denied|Command timed out|Operation timed out|Segmentation fault|Killed$|Aborted)/;
