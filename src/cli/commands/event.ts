import { event } from '../../ask/event/event.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { lineBytes } from '../../ask/event/payload.ts';
import { refOf } from '../../ask/walk/step.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { renderEvent } from '../render/history/event.ts';

export const eventCommand = defineCommand({
  name: 'event',
  summary: 'Show everything about one event, its content included',
  details:
    'With --raw, and without --json, the line is printed byte for byte as the agent wrote it: secrets, escapes and all.',
  positionals: [
    { name: 'session', summary: 'Where to look for the event; everywhere when absent', optional: true },
    { name: 'event', summary: 'Event id, tool-call id, or the beginning of one' },
  ],
  flags: {},
  examples: [
    { line: 'stemma event ev_7k3m9qa', says: 'fields, links, content' },
    { line: 'stemma event ev_7k3m9qa --raw | jq .', says: "the agent's own record" },
  ],
  async run(run, { args: [first, second] }) {
    await using store = await run.openArchive();
    const session = second === undefined ? undefined : await findSession(store.read, first);
    const about = await findEvent(store.read, second ?? first!, session?.uid);
    if (run.settings.raw && !run.settings.json) {
      const place = await store.read.place(refOf(about.id));
      if (!place)
        throw new StemmaError('payload-evicted', 'The line of this event is not in the archive.', {
          hint: 'Without --raw stemma shows what it knows of it.',
        });
      await run.print(await lineBytes(store.read, place));
      return await run.print('\n');
    }
    const answer = await event(store.read, about, { sources: await run.app.sources(), raw: run.settings.raw });
    return await run.answer(answer, () => renderEvent(answer, run));
  },
});
