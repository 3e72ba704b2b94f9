import { commandMark } from '../../memory/errors/marks.ts';
import { simpleCommands } from '../../normalise/shell/simple-commands.ts';

/**
 * What a manual attempt did, where the text is clear, in the form of mined marks: files of a patch, and commands. `npm
 * install` in backticks, after a `$` or after "run" is a command; other text is not.
 */
export function manualMarks(action: string, codeChanges: string | null): readonly string[] {
  const marks = new Set<string>();
  for (const [, path] of (codeChanges ?? '').matchAll(/^\+\+\+ (?:b\/)?([^\s]+)/gm))
    if (path !== '/dev/null') marks.add(`edit ${path}`.slice(0, longest));
  for (const [, quoted, typed] of action.matchAll(/`([^`]+)`|^(?:\$ ?|(?:run|ran|execute[ds]?) (?!`))(.+)$/gi)) {
    for (const { words } of simpleCommands(quoted ?? typed!))
      if (quoted === undefined || words.length > 1) marks.add(commandMark(words));
  }
  return [...marks].slice(0, maxMarks);
}

const maxMarks = 8;
const longest = 120;
