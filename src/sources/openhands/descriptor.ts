import type { AgentDescriptor } from '../agent/descriptor.ts';
import { about } from './about.ts';

export const openHands: AgentDescriptor = {
  ...about,
  source: async () => (await import('./index.ts')).openHands,
};
