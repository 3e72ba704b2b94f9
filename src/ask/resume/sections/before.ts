import type { Session } from '../../../model/session.ts';
import { brief } from '../facts/message-text.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';

/** The sessions that led here, newest first, a line each. */
export function before({ sessionsBefore, history: { events } }: ResumeFacts): OfferedSection {
  const step = events[0]?.id;
  const lines = step === undefined ? [] : sessionsBefore.map((session, at) => line(session, 69 - at * 2));
  return { title: 'Sessions before', lines, share: 0.12 };

  function line({ uid, title, outcome, ended_at }: Session, worth: number): Offered {
    const when = ended_at?.slice(0, 16).replace('T', ' ') ?? '';
    return { text: `${when} ${outcome}: ${brief(title ?? 'no title', 100)} (${brief(uid, 24)})`, step: step!, worth };
  }
}
