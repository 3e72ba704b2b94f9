import type { Sink } from '../sink.ts';
import { tellBlocks } from './blocks.ts';
import type { Block } from './blocks.ts';

/** Markdown, and reStructuredText as far as it looks the same: headings, paragraphs, list items, code left out. */
export function readMarkdown(page: string, sink: Sink): void {
  const blocks: Block[] = [];
  let text = '';
  let fence: string | undefined;
  const close = (kind: Block['kind'] = 'text'): void => {
    if (text.trim()) blocks.push({ kind, text: inline(text) });
    text = '';
  };
  for (const line of page.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (fence) {
      if (mark === fence) fence = undefined;
      continue;
    }
    if (mark) {
      close();
      fence = mark;
      continue;
    }
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      close();
      text = heading[1]!;
      close('head');
      continue;
    }
    if (/^(?:={3,}|-{3,})\s*$/.test(line) && text && text.length < 100) {
      close('head');
      continue;
    }
    if (!line.trim() || /^\s*(?:[|<>]|!\[)/.test(line)) {
      close();
      continue;
    }
    if (/^(?: {4}|\t)/.test(line) && !text) continue;
    if (/^\s*(?:[-*+]|\d+\.)\s/.test(line)) close();
    text += ' ' + line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, '');
  }
  close();
  tellBlocks(blocks, sink);
}

function inline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[*`]{1,3}|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)/g, '');
}
