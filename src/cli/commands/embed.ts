import { embedTexts } from '../../memory/embed/embed-texts.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { defineCommand } from '../line/command.ts';
import { renderEmbed } from '../render/system/embed.ts';
import type { Run } from '../run.ts';

const most = 100_000;

export const embedCommand = defineCommand({
  details:
    'Errors are found again by what they mean, in other words too; this shows what stemma takes for alike. The first text is compared with the others. ' +
    'With --json and no TEXT, {"texts": […]} is read from standard input and {"dimensions": 384, "vectors": […]} printed, each vector of unit length. ' +
    'A model that was added with `stemma model add` answers, else the built-in table. Nothing leaves this machine, unless `embedding` in config.json names an endpoint to ask: then its model answers, as it does in `similar`.',
  positionals: [{ name: 'text', summary: 'Text to compare, such as a message', optional: true, many: true }],
  flags: {},
  examples: [
    {
      line: 'stemma embed "Cannot find module" "No module named x" "Permission denied"',
      says: 'which of the two says the same as the first',
    },
    {
      line: 'stemma embed --json < texts.json',
      says: 'the vectors of {"texts": ["first text", "second text"]}, for a program',
    },
  ],
  async run(run, { args }) {
    const texts = args.length > 0 ? args : await textsFromInput(run);
    if (!run.settings.json && texts.length < 2)
      throw new StemmaError('bad-argument', 'One text alone is like nothing.', {
        hint: 'Give two or more, or --json for the vector.',
      });
    const vectors = await embedTexts(texts, { endpoint: run.settings.embedding, home: run.settings.base });
    await run.answer(
      {
        dimensions: vectors[0]?.length ?? 384,
        vectors: run.settings.json ? vectors.map((vector) => Array.from(vector, rounded)) : [],
      },
      () => renderEmbed(texts, vectors, run),
    );
  },
});

async function textsFromInput(run: Run): Promise<readonly string[]> {
  const { input } = run.app;
  if (!input)
    throw new StemmaError('bad-argument', 'embed needs TEXT, or {"texts": […]} on standard input.', {
      hint: '`stemma help embed` shows both.',
    });
  const said = await input();
  let texts: unknown;
  try {
    ({ texts } = JSON.parse(said) as { texts?: unknown });
  } catch {
    throw badInput('is not JSON');
  }
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw badInput('has no list `texts` of strings');
  if (texts.length > most) throw badInput(`has ${texts.length} texts, more than ${most}`);
  return texts;
}

function badInput(what: string): StemmaError {
  return new StemmaError('bad-argument', `What came on standard input ${what}.`, {
    hint: 'It must be one object: {"texts": ["first text", "second text"]}.',
  });
}

/** A float has seven significant digits; more would only make the output longer. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}
