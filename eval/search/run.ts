// npm run eval:search: how often a question finds the session that answers it.
import { parseArgs } from 'node:util';
import { askQuestions } from './ask-questions.ts';
import { locomo } from './locomo.ts';
import type { Ranks } from './ranks.ts';

const help = `npm run eval:search -- [options]

Asks questions and counts at which place the session that answers them comes.

  --locomo FILE       locomo10.json of github.com/snap-research/LoCoMo
  --half even|odd     only every second dialog
  --questions FILE    lines of a question, a tab, and the uid of the session that answers it
  --archive DB        the archive they are about
  --misses            print the questions whose session did not come first
`;

const { values } = parseArgs({
  options: {
    locomo: { type: 'string' },
    half: { type: 'string' },
    questions: { type: 'string' },
    archive: { type: 'string' },
    misses: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || (values.locomo === undefined && values.questions === undefined)) {
  process.stdout.write(help);
} else {
  if (values.locomo !== undefined) {
    const half = values.half === 'even' || values.half === 'odd' ? values.half : 'all';
    for (const [name, ranks] of await locomo(values.locomo, half)) print(`LoCoMo, ${name}`, ranks);
  }
  if (values.questions !== undefined) {
    if (values.archive === undefined) throw new Error('--questions needs --archive DB.');
    print('questions', await askQuestions(values.questions, values.archive, values.misses));
  }
}

function print(name: string, ranks: Ranks): void {
  const percent = (value: number) => value.toFixed(1).padStart(5);
  process.stdout.write(
    `${name.padEnd(26)} ${String(ranks.questions).padStart(5)} questions  hit@1 ${percent(ranks.hit(1))}  hit@5 ${percent(ranks.hit(5))}  ` +
      `MRR ${ranks.reciprocal.toFixed(3)}  nothing found ${percent(ranks.nothing)}  median ${ranks.medianMs.toFixed(1)} ms\n`,
  );
}
