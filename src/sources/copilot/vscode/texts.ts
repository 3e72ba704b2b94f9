import { isObject, list, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';

/** A text, or markdown: `{value, isTrusted, …}`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  const { value: inner, content } = object(value);
  return text(inner) ?? (isObject(content) ? textOf(content) : (text(content) ?? ''));
}

/** The part of a result that the model saw: texts, and trees of texts. */
export function resultText(result: unknown): string {
  return list(object(result)['content'])
    .map((part) => {
      const { value } = object(part);
      return typeof value === 'string' ? value : isObject(value) ? treeText(object(value)['node'] ?? value) : '';
    })
    .join('\n')
    .trim();
}

function treeText(root: unknown): string {
  let words = '';
  // An explicit stack: the depth of a tree is not bounded.
  const open: unknown[] = [root];
  while (open.length > 0 && words.length < 4_000_000) {
    const node = object(open.pop());
    if (node['lineBreakBefore'] === true && words !== '' && !words.endsWith('\n')) words += '\n';
    words += text(node['text']) ?? '';
    for (const child of list(node['children']).toReversed()) open.push(child);
  }
  return words;
}

/** The path of a URI as VS Code writes it down: `{$mid, path, fsPath?, scheme}`, or just text. */
export function pathOf(uri: unknown): string | undefined {
  const { fsPath, path } = object(uri);
  return text(fsPath) ?? text(path) ?? (typeof uri === 'string' ? uri.replace(/^file:\/\//, '') : undefined);
}

/** `readFile` shown in the text: a link to a file or a symbol. */
export function referenceText(part: JsonObject): string {
  const named = text(part['name']);
  const reference = object(part['inlineReference']);
  const path = pathOf(reference['uri'] ?? part['inlineReference']) ?? pathOf(object(reference['location'])['uri']);
  const shown = named ?? text(reference['name']) ?? path?.split(/[\\/]/).at(-1);
  return shown === undefined ? '' : `\`${shown}\``;
}
