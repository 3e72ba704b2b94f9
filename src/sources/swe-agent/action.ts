/** What an action calls: SWE-agent's own commands look like a shell's, but are tools. */
export interface Action {
  readonly tool: string;
  readonly input: unknown;
}

export function actionOf(text: string, openFile: string | undefined): Action {
  const action = text.trim();
  const [, name = '', rest = ''] = /^(\S+)(?:\s+([\s\S]*))?$/.exec(action) ?? [];
  const own = ownCommands.get(name);
  if (own === undefined) return { tool: 'bash', input: { command: action } };
  const words = wordsOf(rest);
  switch (own) {
    case 'path':
      return { tool: name, input: { path: words[0] ?? openFile ?? null } };
    case 'open file':
      return { tool: name, input: { ...(openFile !== undefined && { path: openFile }), text: rest } };
    case 'pattern':
      return { tool: name, input: { pattern: words[0] ?? '', ...(words[1] !== undefined && { path: words[1] }) } };
    case 'editor':
      return { tool: name, input: { command: words[0] ?? '', path: words[1] ?? null, text: rest } };
    case 'nothing':
      return { tool: name, input: {} };
  }
}

const ownCommands: ReadonlyMap<string, 'path' | 'open file' | 'pattern' | 'editor' | 'nothing'> = new Map([
  ['open', 'path'],
  ['create', 'path'],
  ['edit', 'open file'],
  ['insert', 'open file'],
  ['append', 'open file'],
  ['goto', 'open file'],
  ['scroll_up', 'open file'],
  ['scroll_down', 'open file'],
  ['find_file', 'pattern'],
  ['search_dir', 'pattern'],
  ['search_file', 'pattern'],
  ['str_replace_editor', 'editor'],
  ['submit', 'nothing'],
  ['view_image', 'path'],
]);

function wordsOf(text: string): readonly string[] {
  return [...text.slice(0, 2000).matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
