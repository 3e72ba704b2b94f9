import type { Sink } from '../sink.ts';

/** A page as a list of what stands on it, whatever it was written in. */
export interface Block {
  readonly kind: 'head' | 'text' | 'term' | 'code';
  readonly text: string;
}

/** Headings with the text below them, terms with what is said of them, and each sentence with the next one. */
export function tellBlocks(blocks: readonly Block[], sink: Sink): void {
  let head = '';
  let term = '';
  let last = '';
  for (const { kind, text: raw } of blocks) {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (!text) continue;
    if (kind === 'code') {
      if (last) for (const message of messagesIn(raw)) sink.pair(message, last, 'error');
      continue;
    }
    if (kind === 'head') {
      head = text;
      term = '';
      last = text;
      continue;
    }
    if (kind === 'term') {
      term = text;
      continue;
    }
    if (!isProse(text)) continue;
    tellProse(text, sink);
    const start = firstSentences(text);
    last = start;
    if (term) sink.pair(term, start, isAboutErrors(term) ? 'error' : 'term');
    else if (head) sink.pair(head, start, isAboutErrors(head) ? 'error' : 'heading');
    head = '';
    term = '';
  }
}

export function tellProse(text: string, sink: Sink): void {
  sink.prose(text);
  const sentences = sentencesOf(text);
  for (let at = 1; at < sentences.length; at++) {
    const one = sentences[at - 1]!;
    const other = sentences[at]!;
    sink.pair(one, other, isAboutErrors(one) ? 'told' : 'next');
  }
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[a-z)\]"'`][.!?:;])\s+(?=["'`(]?[A-Z`])/).filter((sentence) => sentence.length > 12);
}

export function firstSentences(text: string): string {
  return sentencesOf(text).slice(0, 2).join(' ').slice(0, 400) || text.slice(0, 400);
}

/** Error messages that an example shows. */
function messagesIn(code: string): string[] {
  const found = code.matchAll(
    /(?:^|\W)(?:error|Error|ERROR|fatal|FATAL|[A-Z]\w+(?:Error|Exception))(?:\[[\w-]+\])?:\s+(\S.{9,200})/g,
  );
  return Array.from(found, (match) => match[0].trim()).slice(0, 3);
}

const aboutErrors =
  /\b(?:errors?|exceptions?|fail(?:s|ed|ure|ures)?|cannot|can't|could not|unable|invalid|illegal|missing|denied|refused|not (?:found|allowed|permitted|supported|exist)|unexpected|unknown|undefined|duplicate|conflicts?|timed? ?out|exceed(?:s|ed)?|warning|panics?|abort(?:s|ed)?|E[A-Z]{4,}|ERR_\w+|\w+(?:Error|Exception|Warning|Fault))\b/;

export function isAboutErrors(text: string): boolean {
  return aboutErrors.test(text);
}

/** Tables of numbers, lists of names and code teach nothing about words. */
export function isProse(text: string): boolean {
  if (text.length < 15) return false;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at) | 32;
    if (code === 32 || (code >= 97 && code <= 122)) letters++;
  }
  return letters / text.length > 0.8 && /\s\S+\s/.test(text);
}
