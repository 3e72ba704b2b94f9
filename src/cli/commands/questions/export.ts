import { exportQuestion } from '../../../ask/export/question.ts';
import { isPictureFormat, pictureFormats } from '../../../ask/picture/formats.ts';
import { removedText } from '../../../ask/transcript/scrub.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { Command } from '../../line/command.ts';
import { openNewFile } from '../../new-file.ts';
import { aboutOf, flagsOf, inputOf, positionalsOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';

const positionals = ['session'];

export const exportCommand: Command = {
  ...aboutOf(exportQuestion),
  positionals: positionalsOf(exportQuestion, { positionals }),
  flags: {
    ...flagsOf(exportQuestion, { positionals }),
    out: { type: 'text', placeholder: 'FILE', summary: 'Write here instead of stdout; must not exist' },
  },
  examples: [
    { line: 'stemma export claude:3f2a > session.json', says: 'one JSON object' },
    { line: 'stemma export --format jsonl | grep tool_call', says: 'the newest session, line by line' },
    { line: 'stemma export claude:3f2a --format causetrace --out trace.jsonl', says: 'for causetrace' },
    { line: 'stemma export --format html --out why.html', says: 'the newest session, to explore in a browser' },
    { line: 'stemma export --format transcript --out session.html', says: 'the conversation as one page' },
    { line: 'stemma export --format md --scrub --out session.md', says: 'for others: without names and addresses' },
    {
      line: 'stemma export --event toolu_01Ab --format svg --out why.svg',
      says: 'what led to one event, as a picture',
    },
  ],
  async run(run, words) {
    const { format, ...input } = inputOf(exportQuestion, words, run, { positionals });
    refuseStrayFlags(format, words.flags);
    await using store = await run.openArchive();
    const pieces = exportQuestion.stream(
      { ...(await questionContext(run, store.read)), onReport: (removed) => run.say(removedText(removed)) },
      { format, ...input },
    );
    const out = words.flags['out'] as string | undefined;
    if (out === undefined) {
      for await (const piece of pieces) await run.print(piece);
      return;
    }
    await using file = await openNewFile(out);
    for await (const piece of pieces) await file.write(piece);
    run.say(`wrote ${out}`);
  },
};

function refuseStrayFlags(format: string, flags: Readonly<Record<string, unknown>>): void {
  if (flags['scrub'] === true && format !== 'md' && format !== 'transcript')
    throw new StemmaError('bad-argument', `--scrub is for md and transcript; ${format} is for programs.`, {
      hint: 'Add --format transcript or --format md.',
    });
  const stray = ['event', 'limit', 'min-confidence'].find((name) => flags[name] !== undefined);
  if (stray === undefined || isPictureFormat(format)) return;
  throw new StemmaError('bad-argument', `--${stray} is for pictures; ${format} holds the whole session.`, {
    hint: `Add --format with one of ${pictureFormats.join(', ')}.`,
  });
}
