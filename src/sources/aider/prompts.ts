import type { Origin } from '../../model/words.ts';
import { printed } from './deeds.ts';
import { addTo, clearAside } from './memory.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';

/**
 * A prompt is told with its first line, so that it is there while the model works; what follows is added when it is
 * complete.
 */
export function promptBegins(page: Page, text: string): void {
  const { memory, key, number } = page;
  printed(page);
  clearAside(memory);
  memory.edits = [];
  delete memory.shell;
  const isRepeated = memory.asked !== undefined && memory.asked === text.slice(0, 1000);
  const isSilent = isRepeated || text === '<blank>';
  memory.block = {
    is: 'prompt',
    from: number,
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
  emit(page, key, { is: 'prompt', text, origin: originOf(text) }, { role: 'user' });
  ran(page, text);
}

export function promptGoesOn(page: Page, text: string): void {
  addTo(page.memory.block!, text);
}

export function promptEnds(page: Page): void {
  const { block } = page.memory;
  if (!block || block.silent || block.lines.length < 2) return;
  const text = block.lines.join('\n').trimEnd();
  emit(
    page,
    `line:${block.from}`,
    { is: 'prompt', text, origin: originOf(text) },
    { role: 'user', fromLine: block.from, fuller: true },
  );
}

/**
 * `/run npm test`, `!npm test`, `/test npm test`: the user had it run. Of `/test` aider says when it failed, of the
 * others nothing.
 */
function ran(page: Page, text: string): void {
  const [, slash, command] = /^(?:(\/run|\/test|\/git) |!\s*)(\S.*)$/.exec(text) ?? [];
  if (command === undefined) return;
  const key = `${page.key}:run`;
  emit(
    page,
    key,
    { is: 'call', tool: 'bash', input: { command: slash === '/git' ? `git ${command}` : command } },
    { parent: page.key, role: 'user' },
  );
  page.memory.shell = { key, from: page.number, isTest: slash === '/test' };
}

/** `aider --lint` sends what the linter says as if it had been typed. */
function originOf(text: string): Origin {
  return text.startsWith('# Fix any errors below, if possible.') || text.startsWith('I ran this command:')
    ? 'harness'
    : 'human';
}
