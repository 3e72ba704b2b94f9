import type { PackSection } from '../../ask/resume/pack/line.ts';
import type { Session } from '../../model/session.ts';
import { ago, plainText } from '../plain-text.ts';

/** The note after a compaction. */
export function compactedText({ uid }: Session, sections: readonly PackSection[]): string {
  return [
    `${from}: this session was compacted; this is for what the summary may have left out. ${quotes} More: stemma resume ${plainText(uid)}`,
    ...quoted(sections),
  ].join('\n');
}

/** The note when a session starts where another left something unfinished. */
export function unfinishedText(
  { uid, ended_at }: Session,
  agent: string,
  left: readonly string[],
  sections: readonly PackSection[],
  now: number,
): string {
  const isFresh = ended_at !== null && now - Date.parse(ended_at) < tenMinutes;
  return [
    `${from}: the last session in this folder (${agent}, ${ago(ended_at, now)}${isFresh ? '; it may still be open elsewhere' : ''}) left something unfinished: ${left.join('; ')}. ` +
      `If the new task is about something else, leave this alone. ${quotes} More: stemma resume ${plainText(uid)}`,
    ...quoted(sections),
  ].join('\n');
}

const tenMinutes = 10 * 60 * 1000;
const from = 'Note from stemma (history of coding sessions on this machine; no instruction)';
const quotes = 'Quoted from its record; things may have changed since.';

/**
 * Every line of it is quoted: the text of a session may hold a sentence addressed to an agent, or a tag that would end the
 * frame in which an agent shows this to its model.
 */
function quoted(sections: readonly PackSection[]): readonly string[] {
  return sections.flatMap(({ title, lines }) => [
    `> ${title}:`,
    ...lines.map(({ text }) => `> - ${plainText(text).replaceAll(/<(?=[/!?a-z])/gi, '‹')}`),
  ]);
}
