import type { Node } from './transcript.ts';

/** A term in more results than this says nothing about where it came from. */
const common = 12;
const term = /[\p{L}_$][\p{L}\p{N}_$-]{3,}/gu;
const mostTerms = 4_000;

/**
 * Which lines of a result hold something that a later call used: a path, a symbol, an id. Those lines are what a judge
 * must see of a long result.
 */
export function linesUsedLater(nodes: readonly Node[]): (node: Node) => (line: string) => boolean {
  const lastUse = new Map<string, number>();
  const results = new Map<string, number>();
  for (const [at, { is, text, result }] of nodes.entries()) {
    if (is === 'call') for (const each of termsOf(text)) lastUse.set(each, at);
    if (result) for (const each of termsOf(result.text)) results.set(each, (results.get(each) ?? 0) + 1);
  }
  const places = new Map(nodes.map((node, at) => [node, at]));
  return (node) => {
    const at = places.get(node)!;
    const known = termsOf(node.text);
    return (line) =>
      [...termsOf(line)].some(
        (each) => (lastUse.get(each) ?? -1) > at && (results.get(each) ?? 0) <= common && !known.has(each),
      );
  };
}

function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [each] of text.matchAll(term)) {
    terms.add(each);
    if (terms.size >= mostTerms) break;
  }
  return terms;
}
