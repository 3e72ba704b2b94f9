import type { ReactNode } from 'react';

/** A text with the terms of the query highlighted. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }): ReactNode {
  const terms = query.trim().split(/\s+/).filter(Boolean).map(escaped);
  if (terms.length === 0) return text;
  // `split` puts what the group captured at every odd index.
  return text
    .split(new RegExp(`(${terms.join('|')})`, 'gi'))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

function escaped(term: string): string {
  return term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
