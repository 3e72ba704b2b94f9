import { namesATask } from '../asks.ts';
import type { Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import type { Spoken } from '../present.ts';
import { brief } from '../message-text.ts';

/** What the user wants, in the user's words: the latest first, back to the one that says it. */
export function asked({ present: { asks }, room }: Known): OfferedSection {
  const lines: Offered[] = [];
  for (const [at, ask] of asks.entries())
    lines.push(line(ask, at === 0 ? '' : 'Before that: ', at === 0 ? 100 : 96 - at));
  return { title: 'Asked', lines };

  function line({ event, text }: Spoken, prefix: string, worth: number): Offered {
    // The one that says what is wanted may take more.
    const most = Math.max(120, Math.round(room * (namesATask(event) ? 0.14 : 0.05)));
    return { text: prefix + brief(text, most), step: event.id, worth };
  }
}
