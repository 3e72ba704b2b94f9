import { join } from 'node:path';

/** What was pulled from the team's server is an archive of its own: the next pull replaces it. */
export function teamMemoryPath(home: string): string {
  return join(home, 'team.db');
}
