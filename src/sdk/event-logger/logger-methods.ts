import { eventName } from '../../ask/question/fields.ts';
import { limitField, pageFields } from '../page-fields.ts';

const page = pageFields(1_000, 1_000);

/** What the questions of an EventLogger take. */
export const loggerMethods = {
  getParentChain: { name: 'getParentChain', input: { event: eventName, ...page }, positionals: ['event'] },
  getChildEvents: { name: 'getChildEvents', input: { event: eventName, ...page }, positionals: ['event'] },
  getEventTree: {
    name: 'getEventTree',
    input: {
      event: eventName,
      ...page,
      depth: { type: 'integer', min: 1, max: 10_000, default: 10, summary: 'How many generations; 1 is children only' },
    },
    positionals: ['event'],
  },
  getRecentEvents: { name: 'getRecentEvents', input: { limit: limitField(50, 1_000) }, positionals: [] },
  getFailureChain: {
    name: 'getFailureChain',
    input: { about: { type: 'text', max: 1_000, summary: 'A failing event, or a session; its own when absent' } },
    positionals: ['about'],
  },
} as const;
