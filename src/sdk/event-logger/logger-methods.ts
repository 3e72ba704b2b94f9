import { children, eventTree } from '../../ask/walk/children-question.ts';
import { parents } from '../../ask/walk/parents-question.ts';
import { recentEvents } from '../../ask/walk/recent-events-question.ts';

/** A program that runs for months must not hold more of an answer than this. */
const max = 1_000;

/** What the questions of an EventLogger take: what the same questions take everywhere. */
export const loggerMethods = {
  getParentChain: {
    name: 'getParentChain',
    input: { ...parents.input, limit: { ...parents.input.limit, max } },
    positionals: parents.positionals,
  },
  getChildEvents: {
    name: 'getChildEvents',
    input: { ...children.input, limit: { ...children.input.limit, max } },
    positionals: children.positionals,
  },
  getEventTree: {
    name: 'getEventTree',
    input: { ...eventTree.input, limit: { ...eventTree.input.limit, max } },
    positionals: eventTree.positionals,
  },
  getRecentEvents: {
    name: 'getRecentEvents',
    input: {
      ...recentEvents.input,
      session: { ...recentEvents.input.session, summary: 'A session; the one of this logger when absent' },
      limit: { ...recentEvents.input.limit, max },
    },
    positionals: recentEvents.positionals,
  },
  getFailureChain: {
    name: 'getFailureChain',
    input: { about: { type: 'text', max: 1_000, summary: 'A failing event, or a session; its own when absent' } },
    positionals: ['about'],
  },
} as const;
