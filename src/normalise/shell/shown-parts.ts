import { operandsOf } from './operands.ts';
import type { Doing } from './programs.ts';
import { programName } from './program-name.ts';
import type { SimpleCommand } from './simple-commands.ts';

/**
 * How much of a line's output is content that it shows, such as files, pages and logs, where any line may look like an
 * error: all of it, a part of it, or nothing.
 */
export type Showing = 'all' | 'part' | 'none';

/** `doings`: what each command does. */
export function showingOf(commands: readonly SimpleCommand[], doings: readonly Doing[]): Showing {
  let shows = false;
  let works = false;
  let start = 0;
  for (const [at, { joint }] of commands.entries()) {
    if (joint === '|' && at < commands.length - 1) continue;
    const origin = originOf(commands, start, at);
    start = at + 1;
    if (isContent(commands[origin]!, doings[origin]!)) shows = true;
    else if (doings[origin] !== 'nothing') works = true;
  }
  return works ? (shows ? 'part' : 'none') : shows ? 'all' : 'none';
}

/** Whether a line says itself what to do when any command in it fails: `nc -z host 80 || echo closed`. */
export function hasFallback(commands: readonly SimpleCommand[], doings: readonly Doing[]): boolean {
  let works = false;
  let isResigned = false;
  let foreseen = false;
  for (const [at, command] of commands.entries()) {
    works ||= doings[at] !== 'nothing';
    if (command.joint === '||' && resigned.has(programName(commands[at + 1]?.words[0]))) isResigned = true;
    if (command.joint !== ';' && command.joint !== '&' && at < commands.length - 1) continue;
    if (works && !isResigned) return false;
    foreseen ||= isResigned;
    works = false;
    isResigned = false;
  }
  return foreseen;
}
const resigned = new Set(['echo', 'printf', 'true', ':']);

/** The command of a pipe whose text comes out at its end: the last one that does not merely filter what it is given. */
function originOf(commands: readonly SimpleCommand[], start: number, end: number): number {
  for (let at = end; at > start; at--) if (!isFilter(commands[at]!.words)) return at;
  return start;
}

function isFilter(words: readonly string[]): boolean {
  const program = programName(words[0]);
  if (program.startsWith('python') || program === 'node' || program === 'perl' || program === 'ruby')
    return words.some((word) => /^-[a-z]*[cepn]$/.test(word) || word === 'json.tool');
  return filters.has(program.toLowerCase());
}

const filters = new Set(
  (
    'head tail grep egrep fgrep rg sed awk gawk sort uniq tr cut wc tee less more cat jq yq column fold nl xxd rev tac ' +
    'paste fmt base64 strings where-object select-object select-string sort-object measure-object format-table ' +
    'format-list out-string out-host foreach-object convertto-json convertfrom-json group-object ? %'
  ).split(' '),
);

function isContent({ words }: SimpleCommand, doing: Doing): boolean {
  const program = programName(words[0]);
  if (logViewers.has(program)) return true;
  if (program === 'git') return showsObjects(words);
  if (program === 'gh' || program === 'glab')
    return words.some((word) => word === 'view' || word === 'list' || word === 'api' || word === 'diff');
  if (logs.has(program)) return words.includes('logs') || words.includes('get') || words.includes('describe');
  return doing === 'read' || doing === 'search' || doing === 'web';
}

const logViewers = new Set(
  'journalctl dmesg sqlite3 psql mysql printenv env man tmux screen unzip tar gunzip zstd ps'.split(' '),
);
const logs = new Set(['docker', 'docker-compose', 'podman', 'kubectl', 'heroku', 'fly', 'flyctl', 'vercel', 'pm2']);

/** Files as they are, or messages without the indent of a log. Lines of diffs and logs never look like an error. */
function showsObjects(words: readonly string[]): boolean {
  if (words.includes('cat-file') || words.includes('grep')) return true;
  if (words.includes('show')) return operandsOf(words).some((word) => /^[^:\s]+:[^:\s]/.test(word));
  return words.includes('log') && words.some((word) => /^--(?:format|pretty)/.test(word));
}
