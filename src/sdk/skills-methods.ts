import { importMetrics } from '../entries/import-metrics.ts';
import { trackInvocation } from '../entries/track-invocation.ts';
import { since, until, workspace } from '../ask/question/fields.ts';
import { recommend } from '../ask/skills/recommend-question.ts';
import { chainBases, invocationWhats } from '../model/words.ts';
import { limitField, pageFields } from './page-fields.ts';

const { session } = trackInvocation.input;
const { phaseWeight, minSimilarity } = recommend.input;

const filter = {
  session: { ...session, summary: 'Only uses in this session' },
  source: { type: 'text', summary: 'Only of this agent, such as claude-code or codex' },
  repo: { type: 'text', summary: 'Only of this repository: its name, or the whole path of a folder' },
  skill: { type: 'text', aliases: ['skillName'], summary: 'Only uses of this skill' },
  what: { type: 'choice', choices: invocationWhats, summary: 'Only uses of this sort' },
  basis: { type: 'choice', choices: chainBases, summary: 'Only uses found in sessions, or only manual ones' },
  since,
  until,
  workspace,
} as const;

/** What a SkillsTracker is made with, besides its place. */
export const trackerOptions = { name: 'SkillsTracker', input: { session }, positionals: [] } as const;

/** What the questions of a SkillsTracker take. What it records is in src/entries. */
export const skillsMethods = {
  getSessionTracker: {
    name: 'getSessionTracker',
    input: { session: { ...session, required: true } },
    positionals: ['session'],
  },
  getSessionSkills: { name: 'getSessionSkills', input: { session, ...pageFields(50, 100) }, positionals: ['session'] },
  getSessionSummary: { name: 'getSessionSummary', input: { session }, positionals: ['session'] },
  getSkillMetrics: {
    name: 'getSkillMetrics',
    input: { ...filter, skill: { ...filter.skill, required: true } },
    positionals: ['skill'],
  },
  getAllMetrics: { name: 'getAllMetrics', input: filter, positionals: [] },
  getSummary: { name: 'getSummary', input: filter, positionals: [] },
  recommend: {
    name: 'recommend',
    input: {
      query: {
        type: 'prose',
        required: true,
        aliases: ['userQuery'],
        remoteMax: 20_000,
        summary: 'What is needed, in a few words',
      },
      session,
      limit: limitField(5, 100),
      minSimilarity: { ...minSimilarity, summary: 'How similar the need must be, 0 to 1 (0)' },
      workflowPhase: { type: 'text', summary: 'Where in the work you are, such as execution' },
      phaseWeight,
    },
    positionals: ['query'],
  },
  generateReport: { name: 'generateReport', input: filter, positionals: [] },
  generateWorkflowReport: { name: 'generateWorkflowReport', input: filter, positionals: [] },
  getWorkflow: { name: 'getWorkflow', input: filter, positionals: [] },
  generatePhaseHeatmap: {
    name: 'generatePhaseHeatmap',
    input: {
      ...filter,
      format: { type: 'choice', choices: ['text', 'svg', 'html'], default: 'text', summary: 'What it is drawn as' },
    },
    positionals: [],
  },
  exportMetrics: {
    name: 'exportMetrics',
    input: { file: { ...importMetrics.input.file, aliases: ['outputFile'] }, ...filter },
    positionals: ['file'],
  },
} as const;
