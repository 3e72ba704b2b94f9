import { StemmaError } from '../../model/stemma-error.ts';

/** An agent that work can be handed to, and how it takes what it is to read. */
export interface Taker {
  /** As its source is called. */
  readonly name: string;
  readonly flavor: string;
  /** A file, as it is named in a prompt so that the agent reads it. */
  readonly mention: (path: string) => string;
  /** Lines that are to be pasted before the prompt. */
  readonly before?: (files: readonly { readonly path: string; readonly isEdited: boolean }[]) => string;
  /** How it is started with a first prompt; null where it can only be pasted. */
  readonly start: string | null;
}

const plain = (path: string): string => path;
const isOutside = /^(?:\/|~|[A-Za-z]:)/;
/** What is in the folder it works in is read when it is named so. */
const at = (path: string): string => (isOutside.test(path) || /[\s()]/.test(path) ? path : `@${path}`);

const takers: readonly Taker[] = [
  { name: 'claude-code', flavor: 'claude', mention: at, start: 'claude "PROMPT"' },
  { name: 'codex', flavor: 'codex', mention: plain, start: 'codex "PROMPT"' },
  { name: 'gemini', flavor: 'gemini', mention: at, start: 'gemini -i "PROMPT"' },
  { name: 'qwen', flavor: 'qwen', mention: at, start: 'qwen -i "PROMPT"' },
  { name: 'opencode', flavor: 'opencode', mention: at, start: null },
  { name: 'copilot', flavor: 'copilot', mention: at, start: null },
  { name: 'cline', flavor: 'cline', mention: (path) => (isOutside.test(path) ? path : `@/${path}`), start: null },
  { name: 'continue', flavor: 'continue', mention: plain, start: null },
  { name: 'grok', flavor: 'grok', mention: plain, start: null },
  { name: 'pi', flavor: 'pi', mention: plain, start: null },
  { name: 'droid', flavor: 'droid', mention: plain, start: null },
  // It sees and changes only the files that were added to its chat.
  { name: 'aider', flavor: 'aider', mention: plain, before: addedToChat, start: null },
];

export const takerNames: readonly string[] = takers.map(({ name }) => name);

export function takerNamed(typed: string): Taker {
  const found = takers.find(({ name, flavor }) => name === typed || flavor === typed);
  if (found) return found;
  throw new StemmaError('bad-argument', `stemma does not know how to hand work to "${typed}".`, {
    hint: `It knows ${takerNames.join(', ')}; \`stemma resume\` is for any other.`,
  });
}

function addedToChat(files: readonly { readonly path: string; readonly isEdited: boolean }[]): string {
  const [edited, read] = [files.filter(({ isEdited }) => isEdited), files.filter(({ isEdited }) => !isEdited)].map(
    (some) => some.map(({ path }) => path).join(' '),
  );
  return [edited && `/add ${edited}`, read && `/read-only ${read}`].filter(Boolean).join('\n');
}
