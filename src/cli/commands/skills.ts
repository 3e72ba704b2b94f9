import { StemmaError } from '../../model/stemma-error.ts';
import { invocationWhats } from '../../model/words.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { repoNamed } from '../settings/repo-named.ts';
import type { Run } from '../run.ts';
import { sourceName } from '../settings/source-name.ts';
import { afterFlag, agentFlag, limitFlag, repoFlag, sinceFlag } from './shared.ts';

const views = ['report', 'heatmap', 'export', 'import'] as const;

export const skillsCommand = defineCommand({
  name: 'skills',
  summary: 'Show which skills, commands, sub-agents and MCP tools work',
  details:
    'Uses are found in sessions, and told by programs (SkillsTracker of the SDK). For each skill: how often it was used, how often it came to its end of how many times that is known, with ' +
    'where the true share lies 19 times of 20, how long it took, and what went wrong most. SKILL shows one of them, by its name or a part of it. `report` tells how skills do in each phase of the work ' +
    '(setup, exploration, execution, verification, deployment), where much is abandoned, what follows what, and the best skill of each phase; `heatmap` shows skills by phases. `export` writes all uses and ' +
    "metrics as JSON, to FILE or to standard output; `import` brings in such a file, or session-buddy's skill_metrics.json. A FILE that is no metrics file of stemma is moved aside before anything is written. " +
    'A skill that is called like one of these words is shown with --skill.',
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
    what: {
      type: 'choice',
      placeholder: 'SORT',
      choices: invocationWhats,
      summary: 'Only of this sort; told is by hand',
    },
    agent: agentFlag,
    repo: repoFlag,
    session: { type: 'text', placeholder: 'SESSION', summary: 'Only in this session' },
    since: sinceFlag,
    format: {
      type: 'choice',
      placeholder: 'FORMAT',
      choices: ['text', 'svg', 'html'],
      summary: 'Of the heatmap (text)',
    },
    after: afterFlag,
    limit: limitFlag('At most this many skills, or uses of one (20; 200 with --json)'),
  },
  examples: [
    { line: 'stemma skills', says: 'the most used first' },
    { line: 'stemma skills code-review --since 30d', says: 'one of them, lately' },
    { line: 'stemma skills --what agent --repo shop', says: 'sub-agents, in one repository' },
    { line: 'stemma skills report', says: 'by phase of the work: what works, what is abandoned' },
    { line: 'stemma skills heatmap --format html > skills.html', says: 'a picture for a browser' },
    { line: 'stemma skills import .session-buddy/skill_metrics.json', says: "session-buddy's history" },
    { line: 'stemma skills export metrics.json', says: 'all uses and metrics' },
  ],
  async run(run, { args, flags }) {
    const [name, file, ...others] = args;
    const view = flags.skill === undefined ? views.find((each) => each === name) : undefined;
    refuse(view, { name, file, others, format: flags.format, skill: flags.skill });
    if (view === 'import') return importFile(run, file!);
    await using store = await run.openArchive();
    const filter = await filterOf(run, flags, store.read);
    const limit = flags.limit ?? (run.settings.json ? 200 : 20);
    if (view === 'export') return await exportFile(run, store.read, filter, file);
    const { renderHeatmap, renderSkill, renderSkills, renderWorkflow } = await import('../render/skills.ts');
    if (view === undefined && (name ?? flags.skill) !== undefined) {
      const { skill } = await import('../../ask/skills/skill.ts');
      const answer = await skill(store.read, flags.skill ?? name!, { limit, ...filter });
      return await run.answer(answer, () => renderSkill(answer, run));
    }
    const { skills, skillsWorkflow } = await import('../../ask/skills/skills.ts');
    if (view === undefined) {
      const answer = await skills(store.read, { limit, after: flags.after ?? 0, ...filter });
      return await run.answer(answer, () => renderSkills(answer, run));
    }
    const workflow = await skillsWorkflow(store.read, filter);
    if (view === 'report') return await run.answer(workflow, () => renderWorkflow(workflow));
    const { heatmapOf } = await import('../../memory/skills/heatmap.ts');
    const heatmap = heatmapOf(workflow);
    return await run.answer(heatmap, () => renderHeatmap(heatmap, flags.format ?? 'text', run));
  },
});

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

interface FilterFlags {
  readonly what: InvocationFilter['what'] | undefined;
  readonly agent: string | undefined;
  readonly repo: string | undefined;
  readonly session: string | undefined;
  readonly since: number | undefined;
}

async function filterOf(run: Run, flags: FilterFlags, read: StoreReader): Promise<InvocationFilter> {
  const { findSession } = await import('../../ask/find/find-session.ts');
  return {
    ...(flags.what === undefined ? {} : { what: flags.what }),
    ...(flags.agent === undefined ? {} : { source: await sourceName(run.app, flags.agent) }),
    ...(flags.repo === undefined ? {} : { repo: repoNamed(flags.repo) }),
    ...(flags.session === undefined ? {} : { session: (await findSession(read, flags.session)).uid }),
    ...(flags.since === undefined ? {} : { since: flags.since }),
  };
}

async function importFile(run: Run, file: string): Promise<void> {
  const { importSkillMetrics } = await import('../../ingest/manual/import-skill-metrics.ts');
  const { renderImported } = await import('../render/skills.ts');
  await using store = await run.openToWrite();
  const answer = await importSkillMetrics(store, file, { workspace: run.settings.workspace });
  await run.answer(answer, () => renderImported(answer, run));
}

async function exportFile(
  run: Run,
  read: StoreReader,
  filter: InvocationFilter,
  file: string | undefined,
): Promise<void> {
  if (file === undefined) {
    const { metricsFile } = await import('../../ask/skills/metrics-file.ts');
    for await (const part of metricsFile(read, filter, run.now)) await run.print(part);
    return;
  }
  const { writeMetricsFile } = await import('../../ask/skills/write-metrics-file.ts');
  const { bytes } = await import('../text/amount.ts');
  const answer = await writeMetricsFile(read, file, { filter, at: run.now });
  if (answer.message !== null) run.say(answer.message);
  await run.answer(answer, () => `wrote ${bytes(answer.bytes)} to ${answer.path}\n`);
}

function misuse(message: string, hint: string): StemmaError {
  return new StemmaError('bad-argument', message, { hint });
}
