import { refusalOrError } from './refusals.ts';
import type { ClineContext } from './memory.ts';
import { prompt } from './prompt.ts';
import { answerHead } from './tags.ts';

/** The texts of a task's message: the extension puts everything into texts, each marked by how it begins. */
export function taskTexts(context: ClineContext, texts: readonly string[]): void {
  const answer: string[] = [];
  let isAnswer = false;
  for (const [index, words] of texts.entries()) {
    const cwd = surroundings(words);
    if (cwd !== undefined) {
      // Repeated with every message of a task.
      if (cwd !== '' && cwd.length <= 1000) context.patchChanged({ cwd });
      continue;
    }
    const head = answerHead(words);
    if (head && head.tool === context.memory.asked?.tool) {
      isAnswer = true;
      if (head.rest.trim() !== '') answer.push(head.rest);
      continue;
    }
    if (isAnswer && !/^(?:<feedback>|<user_message>|\[TASK RESUMPTION\]|\[ERROR\])/.test(words)) answer.push(words);
    else emitPrompt(context, index === 0 ? context.key : `${context.key}.${index + 1}`, words);
  }
  if (isAnswer) answered(context, answer.join('\n'));
  delete context.memory.asked;
}

/** The message after a call is its answer, and names its tool: these calls have no ids. */
function answered(context: ClineContext, output: string): void {
  const { key: call } = context.memory.asked!;
  const status = refusalOrError(output);
  context.emit(
    `${call}:result`,
    { is: 'result', call, output, ...(status ? { status } : {}) },
    { role: 'tool', parent: call },
  );
  const feedback = tagged(output, 'feedback');
  if (feedback !== undefined)
    context.emit(
      `${call}:feedback`,
      { is: 'intervention', type: 'feedback', text: feedback },
      { role: 'user', parent: call },
    );
}

function emitPrompt(context: ClineContext, key: string, words: string): void {
  if (words.startsWith('[TASK RESUMPTION]'))
    context.emit(
      `${key}:resume`,
      { is: 'lifecycle', type: 'resume', text: words.split('\n', 1)[0]!.slice(0, 300) },
      { role: 'system' },
    );
  const typed =
    tagged(words, 'task') ?? tagged(words, 'user_message') ?? tagged(words, 'feedback') ?? tagged(words, 'answer');
  if (typed !== undefined) prompt(context, key, typed, 'human');
  else if (!words.startsWith('[TASK RESUMPTION]')) prompt(context, key, words.trim(), 'harness');
}

/** The working directory; '' where only other context is described, undefined when there is none. */
function surroundings(words: string): string | undefined {
  if (!/^\s*<environment_details>/.test(words)) return undefined;
  return /^# Current Working Directory \((.{1,1000}?)\) Files$/m.exec(words.slice(0, 200_000))?.[1] ?? '';
}

function tagged(words: string, tag: string): string | undefined {
  const from = words.indexOf(`<${tag}>`);
  const to = words.lastIndexOf(`</${tag}>`);
  const inside = from < 0 || to < from ? '' : words.slice(from + tag.length + 2, to).trim();
  return inside === '' ? undefined : inside;
}
