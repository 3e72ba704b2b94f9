import type { Sink } from '../sink.ts';
import { firstSentences, isAboutErrors, isProse, tellProse } from './blocks.ts';

/** What Python functions and classes say of themselves. */
export function readDocstrings(text: string, sink: Sink): void {
  for (const [, name, says] of text.matchAll(
    /^\s*(?:async )?(?:def|class) (\w+)[^\n]*(?:\n[^\n"']*){0,4}?:\n\s*[rRuU]?"""([\s\S]*?)"""/gm,
  )) {
    const paragraphs = says!.split(/\n\s*\n/).map((paragraph) =>
      paragraph
        .replace(/\s+/g, ' ')
        .replace(/[`*]|:\w+:/g, '')
        .trim(),
    );
    for (const paragraph of paragraphs) if (isProse(paragraph)) tellProse(paragraph, sink);
    const first = paragraphs[0]!;
    if (isProse(first)) {
      sink.pair(name!, firstSentences(first), isAboutErrors(name!) ? 'error' : 'symbol');
      if (paragraphs[1] && isProse(paragraphs[1]))
        sink.pair(first, firstSentences(paragraphs[1]), isAboutErrors(first) ? 'error' : 'next');
    }
  }
}
