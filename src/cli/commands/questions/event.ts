import { lineBytes } from '../../../ask/event/payload.ts';
import { event } from '../../../ask/event/question.ts';
import { eventNamed } from '../../../ask/find/event-named.ts';
import { refOf } from '../../../ask/walk/step.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Command } from '../../line/command.ts';
import { inputOf, questionCommand } from '../../question-command.ts';
import { eventRenderer } from '../../render/history/event.ts';

const ask = questionCommand(event, eventRenderer);

export const eventCommand: Command = {
  ...ask,
  async run(run, words) {
    if (!run.settings.raw || run.settings.json) return ask.run(run, words);
    const input = inputOf(event, words, run);
    await using store = await run.openArchive();
    const { id } = await eventNamed(store.read, input.event, input.session);
    const place = await store.read.place(refOf(id));
    if (!place)
      throw new StemmaError('payload-evicted', 'The line of this event is not in the archive.', {
        hint: 'Without --raw stemma shows what it knows of it.',
      });
    await run.print(await lineBytes(store.read, place));
    return await run.print('\n');
  },
};
