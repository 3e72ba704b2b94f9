import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import { flavorOf } from '../../model/ids.ts';
import type { Run } from '../run.ts';
import { eventLine } from './event-line.ts';

/** What happens, as it happens: a line for each event, and above them the session they belong to whenever it changes. */
export class WatchPage {
  readonly #run: Run;
  readonly #all: boolean;
  #last: SessionUid | undefined;

  constructor(run: Run, all: boolean) {
    this.#run = run;
    this.#all = all;
  }

  async render(events: readonly Event[]): Promise<string> {
    const { ink, columns, now } = this.#run;
    let text = '';
    for (const event of events) {
      if (!this.#all && isQuiet(event)) continue;
      if (event.session !== this.#last) {
        this.#last = event.session;
        text += `${ink.bold(flavorOf(event.session))} ${ink.dim(event.session.slice(flavorOf(event.session).length + 1))}\n`;
      }
      text += eventLine(event, { ink, columns, now });
    }
    return text;
  }
}

function isQuiet({ kind, summary }: Event): boolean {
  return kind === 'thinking' || kind === 'lifecycle' || (kind === 'assistant_msg' && summary === '');
}
