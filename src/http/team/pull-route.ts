import { exportedMemory } from '../../ask/team-memory/exported-memory.ts';
import type { ServerRoute } from './server-route.ts';

export const pullRoute: ServerRoute = {
  method: 'GET',
  path: '/v1/pull',
  summary: 'What the team has learned: failures with their fixes, and uses of skills; no transcripts',
  role: 'reader',
  run: async ({ space, send }) => await send(200, await space.archive.ask(({ read }) => exportedMemory(read))),
};
