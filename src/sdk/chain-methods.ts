import { recordErrorEvent } from '../entries/record-error-event.ts';
import { chain } from '../entries/fields.ts';
import { chainStatesField, errorKindsField, repo, since, until, workspace } from '../ask/question/fields.ts';
import { similar } from '../ask/similar/question.ts';
import { unresolved } from '../ask/unresolved/question.ts';
import { chainBases } from '../model/words.ts';
import { limitField, pageFields } from './page-fields.ts';

/** What the questions of a ChainTracker take. What it records is in src/entries. */
export const chainMethods = {
  querySimilarFailures: {
    name: 'querySimilarFailures',
    input: {
      message: { ...recordErrorEvent.input.message, aliases: ['currentError'] },
      limit: limitField(5, 100),
      repo,
      source: { type: 'text', summary: 'Only of this agent, such as claude-code or codex' },
      kinds: errorKindsField,
      states: chainStatesField,
      solved: similar.input.solved,
      basis: { type: 'choice', choices: chainBases, summary: 'Only failures found in sessions, or only manual ones' },
      since,
      until,
      workspace,
      here: { type: 'text', nullable: true, summary: 'The repository of whoever asks: what failed there comes first' },
      perFailure: { type: 'integer', min: 1, summary: 'At most this many matches of one failure' },
    },
    positionals: ['message'],
  },
  getCausalChain: { name: 'getCausalChain', input: { chain }, positionals: ['chain'] },
  getUnresolvedChains: {
    name: 'getUnresolvedChains',
    input: { ...pageFields(50, 100), needsReview: unresolved.input.needsReview },
    positionals: [],
  },
  getAllChains: { name: 'getAllChains', input: pageFields(50, 100), positionals: [] },
} as const;
