import { complaintIn } from './complaints.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { prompt } from './prompt.ts';
import { answerHead } from './tags.ts';

/** What a message of a task says: the extension puts everything into texts, each marked by how it begins. */
export function taskTexts(page: Page, texts: readonly string[]): void {
  const answer: string[] = [];
  let isAnswer = false;
  for (const [index, words] of texts.entries()) {
    const cwd = surroundings(words);
    if (cwd !== undefined) {
      if (cwd !== '') workingFolder(page, cwd);
      continue;
    }
    const head = answerHead(words);
    if (head && head.tool === page.memory.asked?.tool) {
      isAnswer = true;
      if (head.rest.trim() !== '') answer.push(head.rest);
      continue;
    }
    if (isAnswer && !/^(?:<feedback>|<user_message>|\[TASK RESUMPTION\]|\[ERROR\])/.test(words)) answer.push(words);
    else saidTo(page, index === 0 ? page.key : `${page.key}.${index + 1}`, words);
  }
  if (isAnswer) answered(page, answer.join('\n'));
  delete page.memory.asked;
}

/** The message after a call is its answer, and names its tool: these calls have no ids. */
function answered(page: Page, output: string): void {
  const { key: call } = page.memory.asked!;
  const status = complaintIn(output);
  emit(
    page,
    `${call}:result`,
    { is: 'result', call, output, ...(status ? { status } : {}) },
    { role: 'tool', parent: call },
  );
  const feedback = tagged(output, 'feedback');
  if (feedback !== undefined)
    emit(
      page,
      `${call}:feedback`,
      { is: 'intervention', type: 'feedback', text: feedback },
      { role: 'user', parent: call },
    );
}

function saidTo(page: Page, key: string, words: string): void {
  if (words.startsWith('[TASK RESUMPTION]'))
    emit(
      page,
      `${key}:resume`,
      { is: 'lifecycle', type: 'resume', text: words.split('\n', 1)[0]!.slice(0, 300) },
      { role: 'system' },
    );
  const typed =
    tagged(words, 'task') ?? tagged(words, 'user_message') ?? tagged(words, 'feedback') ?? tagged(words, 'answer');
  if (typed !== undefined) prompt(page, key, typed, 'human');
  else if (!words.startsWith('[TASK RESUMPTION]')) prompt(page, key, words.trim(), 'harness');
}

/** Where it was said: the folder, '' where only other surroundings are told, undefined when it is none of these. */
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

/** Said anew with every message of a task. */
function workingFolder(page: Page, cwd: string): void {
  if (cwd === page.memory.cwd || cwd.length > 1000) return;
  page.memory.cwd = cwd;
  patch(page, { cwd });
}
