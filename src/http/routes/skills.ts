import { skill } from '../../ask/skills/skill.ts';
import { skills, skillsWorkflow } from '../../ask/skills/skills.ts';
import { heatmapOf } from '../../memory/skills/heatmap.ts';
import { invocationWhats } from '../../model/words.ts';
import { after, limit, since, sourceAndRepo, until } from '../params.ts';
import { get, type Route } from '../route.ts';

const filter = {
  ...sourceAndRepo,
  since,
  until,
  what: {
    type: 'choice',
    choices: invocationWhats,
    summary: 'Only skills, commands, sub-agents, MCP tools, or what was told by hand',
  },
} as const;

export const skillRoutes: readonly Route[] = [
  get({
    path: '/api/skills',
    summary: 'Skills that were used, and how often each came to its end, with intervals; the most used first',
    query: { ...filter, limit: limit(50, 500, 'skills'), after },
    gives: 'SkillsAnswer',
    answer: ({ archive }, { query }) => archive.ask(({ read }) => skills(read, query)),
  }),
  get({
    path: '/api/skills/workflow',
    summary: 'How skills do in each phase: transitions, bottlenecks, the best of each',
    query: filter,
    gives: 'Workflow',
    answer: ({ archive }, { query }) => archive.ask(({ read }) => skillsWorkflow(read, query)),
  }),
  get({
    path: '/api/skills/heatmap',
    summary: 'Skills by phases: how often each comes to its end in each',
    query: filter,
    gives: 'Heatmap',
    answer: ({ archive }, { query }) => archive.ask(async ({ read }) => heatmapOf(await skillsWorkflow(read, query))),
  }),
  get({
    path: '/api/skills/:name',
    summary: 'All that is known of one skill, and its last uses',
    query: { ...filter, limit: limit(10, 100, 'uses') },
    gives: 'SkillAnswer',
    answer: ({ archive }, { path: { name }, query }) => archive.ask(({ read }) => skill(read, name, query)),
  }),
];
