/** The languages of a text, by the names of files in it. */
export function languagesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, ending] of text.slice(0, 8000).matchAll(/\w\.([a-z]{1,5})\b/g)) {
    const language = byEnding.get(ending!);
    if (language !== undefined) found.add(language);
  }
  return found;
}

const byEnding: ReadonlyMap<string, string> = new Map(
  [
    ['JavaScript', 'js jsx mjs cjs ts tsx mts cts vue svelte'],
    ['Python', 'py pyi ipynb'],
    ['Rust', 'rs'],
    ['Go', 'go'],
    ['Java', 'java kt kts scala'],
    ['C', 'c h cc cpp cxx hpp hh'],
    ['Ruby', 'rb'],
    ['PHP', 'php'],
    ['C#', 'cs'],
    ['Swift', 'swift'],
    ['Elixir', 'ex exs'],
    ['Shell', 'sh bash zsh'],
    ['SQL', 'sql'],
  ].flatMap(([language, endings]) => endings!.split(' ').map((ending) => [ending, language!] as const)),
);
