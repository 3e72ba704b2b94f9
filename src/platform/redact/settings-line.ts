/**
 * Whether a name and its value, from `start` to `end`, are a line of a YAML file: nothing else is on the line, and a
 * neighbouring line is a setting too. Types and objects in code have commas, semicolons or brackets there; prose has
 * neither.
 */
export function isSettingsLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - nearby), start).split(lineEnd);
  const after = text.slice(end, end + nearby).split(lineEnd);
  const isAlone =
    before.length + after.length > 2 && /^[ \t]*(?:- )?$/.test(before.pop()!) && /^[ \t\r"']*$/.test(after.shift()!);
  if (!isAlone) return false;
  const neighbours = [before.at(-1), after[0]].filter((line) => line !== undefined && line.trim() !== '');
  return neighbours.some((line) => setting.test(line!)) && !neighbours.some((line) => code.test(line!));
}

const nearby = 200;
// In a JSON string line ends are escaped, perhaps twice.
const lineEnd = /\n|\\{1,4}n/;
const setting = /^[ \t]*(?:- )?[\w.-]{1,60}:(?:[ \t]+[^\s{(][^\n]*)?$/;
const code = /[,;{}()]\s*$|^\s*[})\]]|:\s*(?:string|number|boolean|any|str|int|bytes|bool|[A-Z]\w*!?)\s*$/;
