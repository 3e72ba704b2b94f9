import { isObject, list, text } from '../../../platform/parse-records.ts';

/** The words of a tree that the editor's input box writes: paragraphs of texts, line breaks and mentions. */
export function wordsIn(tree: unknown, depth = 0): string {
  if (!isObject(tree) || depth > deepest) return '';
  if (isObject(tree['root'])) return wordsIn(tree['root'], depth + 1).trim();
  if (tree['type'] === 'linebreak') return '\n';
  const words =
    text(tree['text']) ??
    list(tree['children'])
      .map((child) => wordsIn(child, depth + 1))
      .join('');
  return tree['type'] === 'paragraph' ? `${words}\n` : words;
}

const deepest = 50;
