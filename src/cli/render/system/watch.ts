import type { Event } from '../../../model/event.ts';
import { flavorOf, type EventId, type SessionUid } from '../../../model/ids.ts';
import type { Session } from '../../../model/session.ts';
import type { Run } from '../../run.ts';
import { oneLine } from '../../text/safe-text.ts';
import { fit, wrap } from '../../text/width.ts';
import { eventLine } from '../event-line.ts';
import { baseName } from '../names.ts';

/** Events as they happen, one per line, with a heading whenever the session changes. */
export class WatchView {
  readonly #run: Run;
  readonly #all: boolean;
  #last: SessionUid | undefined;

  constructor(run: Run, all: boolean) {
    this.#run = run;
    this.#all = all;
  }

  render(
    events: readonly Event[],
    sessions: ReadonlyMap<SessionUid, Session>,
    notes: ReadonlyMap<EventId, string> = new Map(),
  ): string {
    const { ink, columns, now } = this.#run;
    let text = '';
    for (const event of events) {
      if (!this.#all && isQuiet(event)) continue;
      const session = sessions.get(event.session);
      if (event.session !== this.#last) {
        this.#last = event.session;
        text += `${ink.bold(fit(heading(event.session, session), columns))}\n`;
      }
      text += eventLine(event, { ink, columns, now, ...(session && { cwd: session.cwd }) });
      const note = notes.get(event.id);
      if (note !== undefined)
        text += wrap(oneLine(note), columns - 4)
          .map((line) => `    ${ink.yellow(line)}\n`)
          .join('');
    }
    return text;
  }
}

function heading(uid: SessionUid, session: Session | undefined): string {
  return [
    session?.source ?? flavorOf(uid),
    baseName(session?.repo ?? session?.cwd ?? null),
    oneLine(session?.title ?? uid),
  ]
    .filter(Boolean)
    .join(' · ');
}

function isQuiet({ kind, summary }: Event): boolean {
  return kind === 'thinking' || kind === 'lifecycle' || (kind === 'assistant_msg' && summary === '');
}
