import type { AgentDescriptor } from '../agent/descriptor.ts';
import { about } from './about.ts';

export const chatExport: AgentDescriptor = {
  ...about,
  source: async () => (await import('./index.ts')).chatExport,
};
