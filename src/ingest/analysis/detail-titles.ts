import type { SessionUid } from '../../model/ids.ts';
import { isUninformative, refersBack } from '../../normalise/text/is-uninformative.ts';
import type { Store, StoreReader, TitleDetail, UndetailedTitle } from '../../store/store.ts';

/**
 * Adds what a session did to a title that does not say what it is about: another session has the same, it refers to
 * something that was said before, or it is a word. It depends on what is in the archive, not on the order in which that
 * came.
 */
export async function detailTitles({ read, write }: Store): Promise<void> {
  const details: TitleDetail[] = [];
  for (const undetailed of await write.undetailedTitles())
    details.push({
      session: undetailed.session,
      detail: needsDetail(undetailed) ? ((await conclusionOf(read, undetailed.session)) ?? '') : '',
    });
  if (details.length > 0) await write.putTitleDetails(details);
}

function needsDetail({ title, isShared }: UndetailedTitle): boolean {
  return isShared || refersBack(title) || isUninformative(title);
}

/** How the agent's last message begins; of a session without calls there is nothing to say. */
async function conclusionOf(read: StoreReader, session: SessionUid): Promise<string | undefined> {
  const [call] = await read.recentEvents(session, { limit: 1, kinds: ['tool_call', 'test_run', 'edit', 'retry'] });
  const [message] = await read.recentEvents(session, { limit: 1, kinds: ['assistant_msg', 'completion'] });
  if (call === undefined || message === undefined) return undefined;
  const [first = ''] = message.summary.split(/(?<=[.!?])\s+/);
  const sentence = first.replace(/[*_#`]{2,}|^[#>*\s-]+/g, '').trim();
  return isConclusion(sentence) ? cut(sentence.replace(/\.$/, '')) : undefined;
}

/** A statement: no announcement of what comes next, no apology, no question, no heading, no data. */
function isConclusion(sentence: string): boolean {
  return (
    sentence.split(/\s+/).length >= fewestWords &&
    /^["'“‘`]?[\p{L}\p{N}]/u.test(sentence) &&
    !/[?:]$/.test(sentence) &&
    !announcement.test(sentence)
  );
}

const announcement =
  /^(?:excellent|first|good|great|next|nice|now|ok|okay|perfect|sorry)\b|^i apologi|^let(?:['’]?s| me| us)\b|^i(?:['’](?:ll|m|d)| will| am| need| have to| should| can see)\b/i;

const fewestWords = 4;
const longest = 100;

function cut(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s+\S*$/, '')}…`;
}
