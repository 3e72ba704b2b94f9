/** The folder that a call goes to before it runs anything: `cd DIR && …`; null when it names none, or a variable. */
export function folderIn(text: string): string | null {
  const folder = entering.exec(text.slice(0, longestText))?.[1]?.replace(/^["']|["']$/g, '');
  return folder === undefined || /[$`]/.test(folder) ? null : folder;
}

/** It stands at the beginning, and what follows may be a whole script. */
const longestText = 1_000;
const entering = /(?:^|[;&|(\n])[ \t]*(?:cd|pushd|Set-Location|Push-Location) +("[^"\n]+"|'[^'\n]+'|[^\s;&|()]+)/;

/** A call's text without where it runs and for how long: calls in one folder are not alike for that. */
export function withoutPlace(text: string): string {
  return text.replace(entering, ' ').replaceAll(placeAlone, '');
}
/** An argument of its own, behind the command line. */
const placeAlone = /(?<=\n)(?:\d+|\/[^\s:]*|[A-Z]:\\\S*)(?=\n|$)/g;

/** The folder, package or repository that a command works on. */
export function placeOf(words: readonly string[]): string | null {
  const at = words.findIndex((word) => placing.test(word));
  if (at < 0) return null;
  const [flag, value] = words[at]!.split('=', 2);
  return value ?? (flag === undefined ? null : (words[at + 1] ?? null));
}

const placing = /^(?:-C|--(?:filter|prefix|cwd|dir|directory|workspace|project|package|repo|manifest-path))(?:=|$)/;
