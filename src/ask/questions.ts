import { blame } from './blame/question.ts';
import { browse } from './browse/question.ts';
import { compare } from './compare/question.ts';
import { cost } from './cost/question.ts';
import { criticalPath } from './critical-path/question.ts';
import { digest } from './digest/question.ts';
import { chain } from './errors/chain-question.ts';
import { errorsEverywhere } from './errors/everywhere-question.ts';
import { errors } from './errors/question.ts';
import { story } from './errors/story-question.ts';
import { event } from './event/question.ts';
import { exportQuestion } from './export/question.ts';
import { facets } from './facets/question.ts';
import { failure } from './failure/question.ts';
import { fileHistory } from './files/history-question.ts';
import { files } from './files/question.ts';
import { graph } from './graph/question.ts';
import { impact } from './impact/question.ts';
import { judgePlan } from './judge/question.ts';
import { overview } from './overview/question.ts';
import { patterns } from './patterns/question.ts';
import { performance } from './performance/question.ts';
import { replay, replaySummary } from './replay/question.ts';
import { handoff } from './resume/handoff/question.ts';
import { resume } from './resume/question.ts';
import { roots } from './roots/question.ts';
import { search } from './search/question.ts';
import { sessions } from './sessions/question.ts';
import { session } from './sessions/session-question.ts';
import { similar } from './similar/question.ts';
import { skeleton } from './skeleton/question.ts';
import { rows } from './skeleton/rows-question.ts';
import { skillsHeatmap } from './skills/heatmap-question.ts';
import { usedSkills } from './skills/question.ts';
import { recommend } from './skills/recommend-question.ts';
import { skill } from './skills/skill-question.ts';
import { skillsWorkflow } from './skills/workflow-question.ts';
import { stats } from './stats/question.ts';
import { image } from './step-detail/image-question.ts';
import { step } from './step-detail/question.ts';
import { timeline } from './timeline/question.ts';
import { tree } from './tree/question.ts';
import { unresolved } from './unresolved/question.ts';
import { children, eventTree } from './walk/children-question.ts';
import { parents } from './walk/parents-question.ts';
import { recentEvents } from './walk/recent-events-question.ts';
import { why } from './why/question.ts';

/** Everything there is to ask. A new question is its folder and a line here. */
export const questions = {
  overview,
  sessions,
  browse,
  session,
  facets,
  timeline,
  tree,
  graph,
  replaySummary,
  skeleton,
  rows,
  event,
  step,
  image,
  parents,
  children,
  eventTree,
  recentEvents,
  search,
  digest,
  stats,
  files,
  fileHistory,
  performance,
  cost,
  why,
  impact,
  roots,
  criticalPath,
  failure,
  errors,
  errorsEverywhere,
  story,
  chain,
  compare,
  blame,
  judgePlan,
  similar,
  patterns,
  unresolved,
  resume,
  handoff,
  usedSkills,
  skill,
  skillsWorkflow,
  skillsHeatmap,
  recommend,
};

/** Answers that come in pieces. */
export const streams = { replay, export: exportQuestion };
