import { argumentsOf } from '../arguments-of.ts';

/** What an answer says, and what it calls: gptme keeps calls inside the text. */
export interface Answer {
  readonly thoughts: readonly string[];
  readonly words: string;
  readonly calls: readonly Call[];
}

interface Call {
  /** The id the model gave it; calls in blocks of code have none. */
  readonly id?: string;
  readonly tool: string;
  readonly input: unknown;
}

export function answerIn(content: string): Answer {
  const thoughts: string[] = [];
  const unthought = content.replace(/<think(ing)?>([^]*?)<\/think\1>/g, (_, __, words: string) => {
    thoughts.push(words.trim());
    return '';
  });
  const calls: Call[] = [];
  let words = '';
  // `@tool(id): {…}` goes on to the end of its JSON; what follows may be another call.
  const lines = unthought.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const called = /^@([\w-]{1,64})\(([^)\s]{0,200})\):\s*(\{.*)$/.exec(line);
    if (called) {
      let json = called[3]!;
      while (!isWhole(json) && at + 1 < lines.length && json.length < 1_000_000) json += `\n${lines[++at]!}`;
      calls.push({ ...(called[2] !== '' && { id: called[2]! }), tool: called[1]!, input: argumentsOf(json) });
      continue;
    }
    const block = /^(`{3,})([\w-]+)(?: +(\S.*))?$/.exec(line);
    if (block && tools.has(block[2]!)) {
      const end = lines.indexOf(block[1]!, at + 1);
      if (end > 0) {
        calls.push({ tool: block[2]!, input: inputOf(block[2]!, block[3], lines.slice(at + 1, end).join('\n')) });
        at = end;
        continue;
      }
    }
    words += `${line}\n`;
  }
  return { thoughts, words: words.trim(), calls };
}

/** Blocks of code that are run; others are only shown. */
const tools: ReadonlySet<string> = new Set([
  'shell',
  'ipython',
  'save',
  'append',
  'patch',
  'tmux',
  'read',
  'gh',
  'browser',
  'complete',
]);

function inputOf(tool: string, argument: string | undefined, body: string): unknown {
  switch (tool) {
    case 'shell':
    case 'tmux':
      return { command: body };
    case 'ipython':
      return { code: body };
    case 'save':
    case 'append':
      return { path: argument ?? null, content: body };
    case 'patch':
      return { path: argument ?? null, patch: body };
    default:
      return argument === undefined ? { text: body } : { path: argument, text: body };
  }
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
