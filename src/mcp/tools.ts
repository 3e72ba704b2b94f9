import type { Tool } from './tool.ts';
import { analyzePerformanceTool } from './tools/analyze-performance.ts';
import { eventTool } from './tools/event.ts';
import { exportSessionTool } from './tools/export-session.ts';
import { getChildEventsTool } from './tools/get-child-events.ts';
import { getFailureChainTool } from './tools/get-failure-chain.ts';
import { getParentChainTool } from './tools/get-parent-chain.ts';
import { markResolvedTool } from './tools/mark-resolved.ts';
import { recommendSkillsTool } from './tools/recommend-skills.ts';
import { recordErrorTool } from './tools/record-error.ts';
import { recordFixAttemptTool } from './tools/record-fix-attempt.ts';
import { recordJudgementTool } from './tools/record-judgement.ts';
import { searchHistoryTool } from './tools/search-history.ts';
import { similarFailuresTool } from './tools/similar-failures.ts';
import { smartResumeContextTool } from './tools/smart-resume-context.ts';
import { timelineTool } from './tools/timeline.ts';
import { treeTool } from './tools/tree.ts';
import { unresolvedFailuresTool } from './tools/unresolved-failures.ts';
import { whyTool } from './tools/why.ts';

/** In the order in which a model reads them: find, understand, remember. */
export const tools: readonly Tool[] = [
  similarFailuresTool,
  smartResumeContextTool,
  searchHistoryTool,
  timelineTool,
  treeTool,
  eventTool,
  whyTool,
  getFailureChainTool,
  unresolvedFailuresTool,
  getParentChainTool,
  getChildEventsTool,
  recommendSkillsTool,
  analyzePerformanceTool,
  exportSessionTool,
  recordErrorTool,
  recordFixAttemptTool,
  markResolvedTool,
  recordJudgementTool,
];
