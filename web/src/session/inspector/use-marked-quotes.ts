import { useEffect, useState } from 'react';
import { findQuotes } from './quotes.ts';

const name = 'evidence';

/**
 * Highlights what evidence quotes in the texts of an element, not in links, titles and line numbers. The browser draws the
 * marks: texts are rendered by many components, and some are loaded later.
 */
export function useMarkedQuotes(element: HTMLElement | null, quotes: readonly string[]): void {
  const key = quotes.join('\n');
  const [version, setVersion] = useState(0);
  useEffect(() => {
    if (!element || key === '') return;
    const changes = new MutationObserver(() => setVersion((was) => was + 1));
    changes.observe(element, { childList: true, subtree: true, characterData: true });
    return () => changes.disconnect();
  }, [element, key]);
  useEffect(() => {
    if (!element || key === '' || !('highlights' in CSS)) return;
    const soon = requestAnimationFrame(() => {
      const ranges = [...element.querySelectorAll('section')].flatMap((section) => rangesIn(section, key.split('\n')));
      CSS.highlights.set(name, new Highlight(...ranges));
    });
    return () => {
      cancelAnimationFrame(soon);
      CSS.highlights.delete(name);
    };
  }, [element, key, version]);
}

/** One text may be split over many nodes, such as the changed words of a line. */
function rangesIn(section: Element, quotes: readonly string[]): readonly Range[] {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.closest('button, a, h3, i')) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data;
  }
  return findQuotes(text, quotes).map(([from, to]) => {
    const range = new Range();
    const first = nodeAt(starts, from);
    const last = nodeAt(starts, to - 1);
    range.setStart(nodes[first]!, from - starts[first]!);
    range.setEnd(nodes[last]!, to - starts[last]!);
    return range;
  });
}

function nodeAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
