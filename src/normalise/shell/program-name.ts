/** The name of a program without its folder and `.exe`. */
export function programName(word: string | undefined): string {
  if (word === undefined) return '';
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}
