import { namesATask } from '../facts/asks.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import type { Message } from '../facts/current-task.ts';
import { brief } from '../facts/message-text.ts';

/** The user's asks, verbatim: latest first, back to one that is clear on its own. */
export function asked({ task: { asks }, room }: ResumeFacts): OfferedSection {
  const lines: Offered[] = [];
  for (const [at, ask] of asks.entries())
    lines.push(line(ask, at === 0 ? '' : 'Before that: ', at === 0 ? 100 : 96 - at));
  return { title: 'Asked', lines };

  function line({ event, text }: Message, prefix: string, worth: number): Offered {
    // The ask that is clear on its own may be longer.
    const most = Math.max(120, Math.round(room * (namesATask(event) ? 0.14 : 0.05)));
    return { text: prefix + brief(text, most), step: event.id, worth };
  }
}
