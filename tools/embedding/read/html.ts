import type { Sink } from '../sink.ts';
import { tellBlocks } from './blocks.ts';
import type { Block } from './blocks.ts';

export function readHtml(page: string, sink: Sink): void {
  const blocks: Block[] = [];
  let kind: Block['kind'] = 'text';
  let text = '';
  const close = (): void => {
    if (text.trim()) blocks.push({ kind, text: plain(text) });
    text = '';
  };
  const body = page
    .replace(/<(script|style|nav|head|svg)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<a class="headerlink"[\s\S]*?<\/a>/g, '');
  let from = 0;
  for (const tag of body.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)[^>]*>/g)) {
    text += body.slice(from, tag.index);
    from = tag.index + tag[0].length;
    const name = tag[2]!.toLowerCase();
    if (!structural.has(name)) continue;
    close();
    const opens = tag[1] === '';
    if (!opens) kind = 'text';
    else if (/^h[1-6]$/.test(name)) kind = 'head';
    else if (name === 'dt') kind = 'term';
    else if (name === 'pre') kind = 'code';
    else if (name !== 'br') kind = 'text';
  }
  close();
  tellBlocks(blocks, sink);
}

const structural = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'li',
  'dt',
  'dd',
  'pre',
  'td',
  'th',
  'tr',
  'div',
  'section',
  'ul',
  'ol',
  'dl',
  'table',
  'br',
  'blockquote',
]);

function plain(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(?:39|x27);|&[lr]squo;/g, "'")
    .replace(/&[lr]dquo;/g, '"')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/¶/g, '');
}
