import { plain } from './one-line.ts';
import { isUninformative } from './is-uninformative.ts';
import { textSummary } from './summary.ts';
import { withoutWrappers } from './without-wrappers.ts';

/** What a prompt says about its session. */
export interface Title {
  readonly text: string;
  /**
   * - `little`: an answer (`8`, `yes`), a greeting, a bare command. Any prompt that asks for something is a better title.
   * - `command`: one with a word or number, `/plan-phase 12`. What is asked next belongs to it.
   * - `asked`: what was asked for.
   * - `found`: what was asked for, after a briefing: whoever read only the beginning knows nothing of it.
   */
  readonly level: 'little' | 'command' | 'asked' | 'found';
}

/**
 * The line of a prompt that names what is asked. Prompts open with text that many sessions share: what a harness wraps
 * around them, an announcement above a plan, a briefing about who the agent is. Only the prompt itself is looked at, so
 * that a title does not depend on what else is in the archive. Undefined when a program wrote all of it.
 */
export function titleOf(prompt: string): Title | undefined {
  const text = withoutLinks(withoutWrappers(plain(prompt.slice(0, longestRead))));
  const lines = text
    .split('\n', maxLines)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isMarker(line));
  if (lines.length === 0) return undefined;
  const found = isBriefing(lines) ? askIn(lines) : undefined;
  if (found !== undefined) return { text: textSummary(found), level: 'found' };
  const title = textSummary(planHeading(lines) ?? lines.join('\n'));
  if (title === '') return undefined;
  return { text: title, level: isUninformative(title) ? 'little' : isShortCommand(title) ? 'command' : 'asked' };
}

function isShortCommand(title: string): boolean {
  return /^\/[\w:.-]+ +\S+$/.test(title);
}

/** `[cart.ts](src/cart.ts)` is cart.ts: editors write mentioned files as links, and the address fills a title. */
function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^[\]\n]{1,200})\]\([^()\s]{1,500}\)/g, '$1');
}

/** A prompt may hold a whole log. */
const longestRead = 40_000;
const maxLines = 1_000;

/** `---`, `[[ ## user_query ## ]]`, `@[User]:`, names of files: parts of a prompt that say nothing themselves. */
function isMarker(line: string): boolean {
  return (
    line.length <= 120 &&
    (/^[-=*_#~]{3,}$/.test(line) || /^[[<@{][[<@{# ]*[\w.-]+[\]>}# ]*[\]>}]:?$/.test(line) || fileNames.test(line))
  );
}

/** `model.py init.sh`: attached, not asked about. One alone may be all that is asked. */
const fileNames = /^[\w-]+\.[a-z]{1,5}(?: [\w-]+\.[a-z]{1,5})+$/i;

/** A heading is a title by itself; so is the heading of a plan below `Implement the following plan:`. */
function planHeading([first, second]: readonly string[]): string | undefined {
  const heading =
    headingText(first!) ?? (first!.endsWith(':') && second !== undefined ? headingText(second) : undefined);
  const named = heading?.replace(label, '');
  return named !== undefined && countWords(named) > 1 && !named.endsWith(':') ? named : undefined;
}

/** `# Plan: X` is about X. */
const label = /^(?:plan|task|title|goal|feature|request|spec|specification|proposal|issue)\s*:\s+/i;

/** It begins with who the agent is, or with a section about the circumstances. */
function isBriefing([first, second]: readonly string[]): boolean {
  const heading = headingText(first!);
  if (heading === undefined) return persona.test(first!);
  return circumstances.test(heading) || (countWords(heading) < 3 && second !== undefined && persona.test(second));
}

const persona = /^(?:you are|you're|you will be|your (?:name|role) is|act as|as an? (?:ai|expert|assistant|senior))\b/i;
const circumstances =
  /^(?:context|background|role|system(?: prompt)?|persona|identity|environment|setup|introduction)$/i;

/** The section that is headed as the task; else the first sentence that is not about the agent. */
function askIn(lines: readonly string[]): string | undefined {
  const at = lines.findLastIndex((line) => task.test(headingText(line) ?? ''));
  const asked = lines.slice(at + 1).findIndex((line) => headingText(line) === undefined && !persona.test(line));
  if (at >= 0 && asked >= 0) return joined(lines.slice(at + 1 + asked));
  return lines.flatMap(sentencesOf).find((sentence) => wantsSomething.test(sentence) && countWords(sentence) > 2);
}

const task =
  /^(?:(?:your|the|current|user(?:'s)?) )?(?:tasks?|requests?|questions?|query|goal|objective|assignment|mission|job|issue|problem|instructions? for this run)\b[^.]{0,40}$/i;

/** A line that only announces is followed by what it announces; of a lone path its last name is enough. */
function joined([first, second]: readonly string[]): string {
  if (!first!.endsWith(':') || second === undefined) return first!;
  const what = /^(?:[/~]|[A-Za-z]:\\)/.test(second) ? second.split(/[/\\]/).at(-1)! : second.replace(/^[-*] /, '');
  return `${first} ${what}`;
}

function sentencesOf(line: string): readonly string[] {
  return headingText(line) === undefined ? line.split(/(?<=[.!?])\s+/) : [];
}

/** A verb that commissions work at the beginning of a sentence, or a question. */
const wantsSomething =
  /^(?:please |now |then |first,? |can you |could you |i (?:want|need|would like) |we (?:want|need) |your (?:task|job|goal) is |help )|^(?:add|analy[sz]e|answer|build|change|check|clean|continue|convert|create|debug|delete|describe|design|document|draft|evaluate|examine|execute|explain|explore|extend|extract|find|fix|generate|implement|improve|inspect|install|investigate|list|make|merge|migrate|move|optimi[sz]e|perform|plan|process|propose|provide|read|refactor|remove|rename|replace|report|research|resolve|review|rewrite|run|search|set up|simplify|summari[sz]e|test|translate|update|upgrade|use|verify|write)\b|\?$/i;

/** `## Tasks`, `**Task:**`: a line that heads others. */
function headingText(line: string): string | undefined {
  const [, text] = /^["']?#{1,6}\s+(.+)$/.exec(line) ?? /^\*\*([^*]{1,80})\*\*:?$/.exec(line) ?? [];
  return text?.replace(/[*_#]+$|^[*_]+/g, '').trim();
}

function countWords(text: string): number {
  return text.split(/\s+/).length;
}
