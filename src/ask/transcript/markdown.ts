import type { Session } from '../../model/session.ts';
import type { FileDiff, Part, Text } from './parts.ts';

export function markdownHead({ title, source, started_at: startedAt, repo, branch, model, uid }: Session): string {
  const facts = [
    source,
    model,
    repo,
    branch === null ? null : `branch ${branch}`,
    startedAt?.slice(0, 16).replace('T', ' '),
  ];
  return `# ${inline(title ?? 'Session')}\n\n${facts.flatMap((fact) => (fact ? [inline(fact)] : [])).join(' · ')}  \n${code(uid)}\n`;
}

/** One part of a conversation. What somebody wrote stays as it is; what ran stands in a block of code. */
export function markdownOf(part: Part): string {
  switch (part.is) {
    case 'prompt':
      return `\n## ${part.byPerson ? 'Prompt' : 'From the harness'}${timeOf(part)}\n\n${quoted(whole(part.text))}\n${imageNote(part.images.length)}`;
    case 'message':
      return `\n${whole(part.text)}\n`;
    case 'thinking':
      return `\n<details><summary>Thinking</summary>\n\n${quoted(whole(part.text))}\n\n</details>\n`;
    case 'note':
      return `\n> **Note**: ${whole(part.text).replaceAll('\n', '\n> ')}\n`;
    case 'call':
      return `\n**${inline(part.summary)}**\n${part.input === null ? part.diffs.map(diffOf).join('') : fenced(whole(part.input))}`;
    case 'result':
      return `\n<details><summary>${part.failed ? 'Failed' : 'Result'}${part.of === null ? '' : ` of ${html(part.of)}`}: ${html(part.summary)}</summary>\n${fenced(whole(part.output))}\n</details>\n${imageNote(part.images.length)}`;
    case 'gone':
      return `\n_${inline(part.summary)} (its contents are no longer kept)_\n`;
  }
}

function diffOf({ path, hunks }: FileDiff): string {
  const lines = hunks.flatMap(({ lines: all }, at) => [...(at > 0 ? ['@@'] : []), ...all]);
  return fenced(`--- ${path}\n+++ ${path}\n${lines.join('\n')}`, 'diff');
}

/** The fence is longer than any in the text, so that the text cannot end it. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/^[ \t>]*(`{3,})/gm)].map(([, ticks]) => ticks!.length));
  const fence = '`'.repeat(longest + 1);
  return `\n${fence}${language}\n${text}\n${fence}\n`;
}

function whole({ text, more }: Text): string {
  return more > 0 ? `${text}\n… ${more} more characters` : text;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** On one line, with what Markdown and HTML would take for theirs escaped. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);
}

function html(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

function timeOf({ at }: Part): string {
  return at === null ? '' : ` · ${at.slice(11, 16)} UTC`;
}

function imageNote(count: number): string {
  return count === 0 ? '' : `\n_${count === 1 ? 'An image' : `${count} images`}: see the HTML transcript_\n`;
}
