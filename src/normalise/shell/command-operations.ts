import type { Operation } from '../../model/operation.ts';
import { checksOf } from './checks-of.ts';
import { operandsOf, isPathLike, pathsAmong } from './operands.ts';
import { patchEdits } from '../operations/patch-edits.ts';
import type { ParsedCall } from '../parse-call.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { programName } from './program-name.ts';
import { doingOf } from './programs.ts';
import { isInterpreter, scriptOperations, scriptOf } from './script-operations.ts';
import type { SimpleCommand } from './simple-commands.ts';
import { shellEdits, writtenFiles } from './shell-edits.ts';
import { narrowed, shellLooks } from './shell-looks.ts';
import { vcsOperation } from './vcs-operation.ts';

/** What the command line of a call does, piece by piece; nothing for a call without one. */
export function commandOperations({ line, commands }: Pick<ParsedCall, 'line' | 'commands'>): readonly Operation[] {
  // Models send a patch where a command should be; agents take it.
  if (line?.startsWith('*** Begin Patch')) return patchEdits(line);
  return sequenceOperations(commands, 0);
}

// A loop written out may hold a million commands.
const maxOperations = 500;

function sequenceOperations(commands: readonly SimpleCommand[], depth: number): readonly Operation[] {
  const operations: Operation[] = [];
  let idle: SimpleCommand | undefined;
  for (let at = 0; at < commands.length && operations.length < maxOperations;) {
    const end = endOfPipeline(commands, at);
    const before = operations.length;
    pipelineOperations(commands.slice(at, end), operations, depth);
    if (operations.length === before)
      idle ??=
        commands.slice(at, end).find(({ words }) => words.length > 0 && programName(words[0]) !== 'cd') ?? commands[at];
    at = end;
  }
  // Only `echo`, `sleep`, `cd`: then that is the operation.
  if (operations.length === 0 && idle !== undefined && idle.words.length > 0) return [ran(idle.words)];
  return operations;
}

function endOfPipeline(commands: readonly SimpleCommand[], from: number): number {
  let end = from;
  while (end < commands.length && commands[end]!.joint === '|') end++;
  return Math.min(end + 1, commands.length);
}

/** The text in a pipeline is known if it comes from a here-document or a file. */
function pipelineOperations(pipeline: readonly SimpleCommand[], operations: Operation[], depth: number): void {
  const from = operations.length;
  let flowing = '';
  for (const [index, command] of pipeline.entries()) {
    const { by } = command;
    if (by !== undefined && programName(by[0]) === 'find') operations.push(...(shellLooks(by, false) ?? []));
    const own = simpleOperations(command, index > 0 && by === undefined, flowing, depth);
    if (own !== undefined) operations.push(...own, ...editsOfWrittenScript(command.words, operations));
    else if (index > 0)
      operations.splice(from, operations.length - from, ...narrowed(operations.slice(from), command.words));
    flowing = outputOf(command, flowing);
    operations.push(...writtenFiles(command, flowing));
  }
}

/** `cat > fix.py <<EOF … EOF; python fix.py`: what the line wrote just before is known, and what it changes. */
function editsOfWrittenScript(words: readonly string[], before: readonly Operation[]): readonly Operation[] {
  if (!isInterpreter(words)) return [];
  const file = operandsOf(words)[0];
  const written = before.findLast((each) => each.does === 'edit' && each.path === file && each.text !== '');
  if (written?.does !== 'edit') return [];
  return scriptOperations(written.text, words).filter(({ does }) => does === 'edit');
}

/** The output of a command, where the line itself contains it. */
function outputOf({ words, documents }: SimpleCommand, flowing: string): string {
  const program = programName(words[0]);
  if (program === 'echo' || program === 'printf')
    return words
      .slice(1)
      .filter((word) => !/^-[neE]+$/.test(word))
      .join(' ');
  if (program === 'cat' || program === 'tee' || program === '')
    return documents?.join('') ?? (words.length <= 1 || program === 'tee' ? flowing : '');
  return '';
}

/** Undefined when a command only passes on its input. */
function simpleOperations(
  command: SimpleCommand,
  isPiped: boolean,
  flowing: string,
  depth: number,
): readonly Operation[] | undefined {
  const { words, documents } = command;
  if (words.length === 0) return [];
  const program = programName(words[0]);
  const stdin = documents?.join('') ?? flowing;

  if (shells.has(program) && stdin !== '' && depth < 3 && operandsOf(words).length === 0)
    return sequenceOperations(parseCommandLine(stdin), depth + 1);
  const script = scriptOf(words, stdin);
  if (script !== undefined) return scriptOperations(script, words);

  const doing = doingOf({ words, writes: [], joint: '' });
  const checks = checksOf(words, doing);
  if (checks.length > 0) {
    const paths = pathsAmong(words.slice(1));
    return checks.map(({ kind, fixes }) => ({ does: 'check', kind, fixes, words, paths }));
  }
  switch (doing) {
    case 'nothing':
      return [];
    case 'read':
    case 'search':
      return shellLooks(words, isPiped);
    case 'edit':
      return shellEdits(words, stdin) ?? [ran(words)];
    case 'vcs':
      return vcsOperation(words, stdin);
    case 'web':
      return [
        { does: 'fetch', target: words.find((word) => /^[a-z]+:\/\//i.test(word)) ?? operandsOf(words)[0] ?? '' },
      ];
    default:
      return silent.has(program) ? [] : [ran(words)];
  }
}

function ran(words: readonly string[]): Operation {
  return {
    does: 'run',
    words,
    paths: isPathLike(words[0]!) && words[0]!.includes('/') ? pathsAmong(words) : pathsAmong(words.slice(1)),
  };
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'fish', 'ash']);
// They control the shell and touch nothing.
const silent = new Set(['read', 'test', '[', '[[', '((', 'tee', 'printf', 'kill', 'wait']);
