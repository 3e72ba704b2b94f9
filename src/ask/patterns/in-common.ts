import { commandIn } from '../../memory/advice/rewrite.ts';

/**
 * What a command was in all of its cases: from the first word they share up to where they differ, `pip install …`. Its
 * own text where there is one case, or where it would no longer say which command it is.
 */
export function inCommon(action: string, marks: readonly string[], actions: readonly string[]): string {
  const own = commandIn(withoutCut(action));
  const others = [...new Set(actions)]
    .filter((each) => each !== action)
    .map((each) => new Set(commandIn(withoutCut(each))));
  if (others.length === 0 || !own) return action;
  const isShared = (word: string): boolean => others.every((each) => each.has(word));
  const shared = own.slice(Math.max(0, own.findIndex(isShared)));
  const end = shared.findIndex((word) => !isShared(word));
  const words = end < 0 ? shared : shared.slice(0, end);
  while (joints.has(words.at(-1)!)) words.pop();
  const named = marks.flatMap((mark) => mark.split(' ').slice(1));
  if (!named.every((word) => words.includes(word))) return action;
  return [action.split(' ', 1)[0], ...words, ...(end < 0 ? [] : ['…'])].join(' ');
}

const joints: ReadonlySet<string> = new Set(['&&', '||', '|', ';', '&']);

function withoutCut(action: string): string {
  return action.replace(/…$/, '');
}
