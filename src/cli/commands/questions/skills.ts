import { skillsHeatmap } from '../../../ask/skills/heatmap-question.ts';
import { usedSkills } from '../../../ask/skills/question.ts';
import { skill } from '../../../ask/skills/skill-question.ts';
import { skillsWorkflow } from '../../../ask/skills/workflow-question.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import type { InvocationFilter, StoreReader } from '../../../store/store.ts';
import type { Command } from '../../line/command.ts';
import { aboutOf, flagsOf, inputOf } from '../../question-command.ts';
import { questionContext } from '../../question-context.ts';
import type { Run } from '../../run.ts';

const views = ['report', 'heatmap', 'export', 'import'] as const;
const limits = { json: 200 };

export const skillsCommand: Command = {
  ...aboutOf(
    usedSkills,
    'SKILL shows one of them, by its name or a part of it. `report` shows how skills do in each phase of the work, ' +
      'where much is abandoned, what follows what, and the best skill of each phase; `heatmap` shows skills by phases. ' +
      '`export` writes all uses and metrics as JSON, to FILE or to standard output; `import` reads such a file, or ' +
      "session-buddy's skill_metrics.json or skills.db. A FILE that is not a metrics file of stemma is moved aside before anything " +
      'is written. A skill that has the name of a view is shown with --skill.',
  ),
  name: 'skills',
  positionals: [
    {
      name: 'skill',
      summary: 'A skill, or one of report, heatmap, export, import; all skills when absent',
      optional: true,
      choices: views,
    },
    { name: 'file', summary: 'Of export and import', optional: true },
  ],
  flags: {
    skill: { type: 'text', placeholder: 'NAME', summary: 'Only this skill, whatever it is called' },
    ...flagsOf(usedSkills, { limits }),
    format: {
      type: 'choice',
      placeholder: 'FORMAT',
      choices: ['text', 'svg', 'html'],
      summary: 'Of the heatmap (text)',
    },
  },
  examples: [
    { line: 'stemma skills', says: 'the most used first' },
    { line: 'stemma skills code-review --since 30d', says: 'one of them, lately' },
    { line: 'stemma skills --what agent --repo shop', says: 'sub-agents, in one repository' },
    { line: 'stemma skills report', says: 'by phase of the work: what works, what is abandoned' },
    { line: 'stemma skills heatmap --format html > skills.html', says: 'a picture for a browser' },
    { line: 'stemma skills import .session-buddy/skills.db', says: "session-buddy's history" },
    { line: 'stemma skills export metrics.json', says: 'all uses and metrics' },
  ],
  async run(run, words) {
    const [first, file, ...others] = words.args;
    const { skill: flag, format } = words.flags as SkillsFlags;
    const view = flag === undefined ? views.find((each) => each === first) : undefined;
    refuse(view, { name: first, file, others, format, skill: flag });
    if (view === 'import') return importFile(run, file!);
    const name = view === undefined ? (flag ?? first) : undefined;
    const given = { args: name === undefined ? [] : [name], flags: words.flags };
    await using store = await run.openArchive();
    const context = await questionContext(run, store.read);
    const render = await import('../../render/skills/skills.ts');
    if (name !== undefined) {
      const limit = run.settings.json ? limits.json : 20;
      const answer = await skill.run(context, inputOf(skill, given, run, { input: () => ({ limit }) }));
      return await run.answer(answer, () => render.renderSkill(answer, run));
    }
    switch (view) {
      case undefined: {
        const answer = await usedSkills.run(context, inputOf(usedSkills, given, run, { limits }));
        return await run.answer(answer, () => render.renderSkills(answer, run));
      }
      case 'report': {
        const answer = await skillsWorkflow.run(context, inputOf(skillsWorkflow, given, run));
        return await run.answer(answer, () => render.renderWorkflow(answer));
      }
      case 'heatmap': {
        const answer = await skillsHeatmap.run(context, inputOf(skillsHeatmap, given, run));
        return await run.answer(answer, () => render.renderHeatmap(answer, format ?? 'text', run));
      }
      case 'export': {
        const { usesFilterOf } = await import('../../../ask/skills/uses-filter.ts');
        const filter = await usesFilterOf(context, inputOf(skillsWorkflow, given, run));
        return await exportFile(run, store.read, filter, file);
      }
    }
  },
};

interface SkillsFlags {
  readonly skill?: string;
  readonly format?: 'text' | 'svg' | 'html';
}

interface Given {
  readonly name: string | undefined;
  readonly file: string | undefined;
  readonly others: readonly string[];
  readonly format: string | undefined;
  readonly skill: string | undefined;
}

function refuse(view: (typeof views)[number] | undefined, { name, file, others, format, skill }: Given): void {
  const takesFile = view === 'import' || view === 'export';
  if (view === 'import' && file === undefined)
    throw misuse('import needs a FILE.', 'Such as `stemma skills import .session-buddy/skill_metrics.json`.');
  if (others.length > 0 || (file !== undefined && !takesFile))
    throw misuse(
      'There is a word too many.',
      'One skill, or one of report, heatmap, export and import; a name with blanks goes in quotes.',
    );
  if (format !== undefined && view !== 'heatmap')
    throw misuse('--format is for the heatmap.', 'Such as `stemma skills heatmap --format svg`.');
  if (skill !== undefined && name !== undefined) throw misuse('A skill is named twice.', 'Give SKILL or --skill NAME.');
}

async function importFile(run: Run, file: string): Promise<void> {
  const { importMetrics } = await import('../../../entries/import-metrics.ts');
  const { renderImported } = await import('../../render/skills/skills.ts');
  await using store = await run.openToWrite();
  const { workspace } = run.settings;
  const answer = await importMetrics.run({ store, workspace, clock: run.app.clock }, { file });
  await run.answer(answer, () => renderImported(answer, run));
}

async function exportFile(
  run: Run,
  read: StoreReader,
  filter: InvocationFilter,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) {
    const { metricsFile } = await import('../../../ask/skills/metrics-file.ts');
    for await (const part of metricsFile(read, filter, run.now)) await run.print(part);
    return;
  }
  const { writeMetricsFile } = await import('../../../ask/skills/write-metrics-file.ts');
  const { bytes } = await import('../../text/amount.ts');
  const answer = await writeMetricsFile(read, file, { filter, at: run.now });
  if (answer.message !== null) run.say(answer.message);
  await run.answer(answer, () => `wrote ${bytes(answer.bytes)} to ${answer.path}\n`);
}

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
