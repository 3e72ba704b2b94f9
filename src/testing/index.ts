/**
 * `stemma/testing`: the suites that sources and stores must pass, and an invented agent with small histories. They
 * run under vitest.
 */
export { sourceContract } from '../sources/source.contract.ts';
export { storeContract } from '../store/store.contract.ts';
export { quill } from './quill.ts';
export { delegation, failedTest, hostile, subagent } from './stories.ts';
export { idOf, link, uidOf, writeStories } from './write-stories.ts';
export type { Story, StoryEvent } from './write-stories.ts';
