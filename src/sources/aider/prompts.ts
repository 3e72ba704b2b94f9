import type { Origin } from '../../model/words.ts';
import { printed } from './actions.ts';
import type { AiderContext } from './record-context.ts';

/**
 * A prompt is emitted with its first line, so that it is there while the model works; what follows is added when it is
 * complete.
 */
export function promptBegins(context: AiderContext, text: string): void {
  const { memory, key, line } = context;
  printed(context);
  memory.clearAside();
  memory.edits = [];
  delete memory.shell;
  const isRepeated = memory.asked !== undefined && memory.asked === text.slice(0, 1000);
  const isSilent = isRepeated || text === '<blank>';
  memory.block = {
    is: 'prompt',
    from: line,
    lines: [text.slice(0, 64 * 1024)],
    size: text.length + 1,
    ...(isSilent && { silent: true }),
  };
  delete memory.asked;
  memory.awaiting = true;
  if (/^[/!]/.test(text) || text === '<blank>') delete memory.unanswered;
  else memory.unanswered = true;
  if (isSilent) return;

  memory.turn = key;
  const asked = /^\/(?:ask|code|architect|context|help) (.+)$/.exec(text)?.[1];
  if (asked !== undefined) memory.asked = asked.slice(0, 1000);
  context.emit(key, { is: 'prompt', text, origin: originOf(text) }, { role: 'user' });
  ran(context, text);
}

export function promptGoesOn(context: AiderContext, text: string): void {
  context.memory.addToBlock(context.memory.block!, text);
}

export function promptEnds(context: AiderContext): void {
  const { block } = context.memory;
  if (!block || block.silent || block.lines.length < 2) return;
  const text = block.lines.join('\n').trimEnd();
  context.emit(
    `line:${block.from}`,
    { is: 'prompt', text, origin: originOf(text) },
    { role: 'user', fromLine: block.from, fuller: true },
  );
}

/**
 * `/run npm test`, `!npm test`, `/test npm test`: run by the user. For `/test` aider records a failure, for the others
 * nothing.
 */
function ran(context: AiderContext, text: string): void {
  const [, slash, command] = /^(?:(\/run|\/test|\/git) |!\s*)(\S.*)$/.exec(text) ?? [];
  if (command === undefined) return;
  const key = `${context.key}:run`;
  context.emit(
    key,
    { is: 'call', tool: 'bash', input: { command: slash === '/git' ? `git ${command}` : command } },
    { parent: context.key, role: 'user' },
  );
  context.memory.shell = { key, from: context.line, isTest: slash === '/test' };
}

/** `aider --lint` sends the linter's output as if it had been typed. */
function originOf(text: string): Origin {
  return text.startsWith('# Fix any errors below, if possible.') || text.startsWith('I ran this command:')
    ? 'harness'
    : 'human';
}
