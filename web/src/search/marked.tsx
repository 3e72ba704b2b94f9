import type { ReactNode } from 'react';

/** A text with the sought words marked. */
export function Marked({ text, sought }: { readonly text: string; readonly sought: string }): ReactNode {
  const words = sought.trim().split(/\s+/).filter(Boolean).map(escaped);
  if (words.length === 0) return text;
  // What is captured stands at every other place.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'gi'))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
