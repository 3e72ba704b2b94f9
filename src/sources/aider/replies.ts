import { editsIn } from './edits.ts';
import type { AiderContext } from './record-context.ts';
import type { Usage } from '../reader/draft-of.ts';

/**
 * A reply is complete: the model's thoughts, its text, and the edits it asks for; and its usage, where the next line
 * has it.
 */
export function replyEnds(context: AiderContext, usage: Usage): void {
  const { memory } = context;
  const block = memory.block!;
  const fromLine = block.readFrom ?? block.from;
  const { thought, content } = apart(block.lines.join('\n').trim());
  const key = `line:${block.from}`;
  let used = usage;
  if (thought !== '') {
    context.emit(`${key}:thinking`, { is: 'thinking', text: thought }, { role: 'assistant', fromLine, ...used });
    used = {};
  }
  if (content !== '') context.emit(key, { is: 'message', text: content }, { role: 'assistant', fromLine, ...used });
  const files = editsIn(content);
  for (const [index, { path, edits }] of files.entries()) {
    context.emit(
      `${key}:edit${index + 1}`,
      { is: 'call', tool: 'edit', input: { path, edits } },
      { role: 'assistant', parent: key, fromLine },
    );
  }
  memory.edits = files.slice(0, 64).map(({ path }, index) => [path.slice(0, 1024), `${key}:edit${index + 1}`]);
}

/** Thoughts are between tags that no program's text would contain. */
function apart(text: string): { readonly thought: string; readonly content: string } {
  const thoughts: string[] = [];
  const content = text.replace(
    /<(thinking-content-[0-9a-f]{32}|think|thinking)>\n?([\s\S]*?)(?:<\/\1>|$)/g,
    (whole, tag: string, inner: string, at: number) => {
      // Short tags are thoughts only at the beginning of a reply: elsewhere they may be code.
      if (!tag.startsWith('thinking-content-') && text.slice(0, at).trim() !== '') return whole;
      thoughts.push(inner.trim());
      return '';
    },
  );
  return { thought: thoughts.join('\n\n').trim(), content: content.trim() };
}
