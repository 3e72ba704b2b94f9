import { bin, peakOf, runNode } from '../../command.ts';
import { sessionInPostgres } from '../../postgres.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 5;

export const postgresResume: SpeedPromise = {
  name: 'postgres-resume',
  says: 'A session in PostgreSQL is resumed with at most 100 MB of memory, whether it has 10,000 events or a million.',

  async measure(say) {
    const findings: Finding[] = [];
    for (const events of [10_000, 1_000_000]) {
      await using database = await sessionInPostgres(events, say);
      using folder = temporaryFolder();
      const env = {
        ...process.env,
        STEMMA_HOME: folder.path,
        STEMMA_DB: database.url,
        HOME: folder.path,
        NO_COLOR: '1',
      };
      const words = [bin, 'resume', database.session, '--json'];
      const took = Array.from({ length: rounds }, () => runNode(words, env).ms);
      const most = Math.max(...Array.from({ length: rounds }, () => peakOf(words, env)));
      findings.push({
        what: `memory, ${events.toLocaleString('en')} events`,
        measured: most / 1e6,
        unit: 'MB',
        most: 100,
        detail: `${median(took).toFixed(0)} ms, best ${Math.min(...took).toFixed(0)} ms`,
      });
    }
    return {
      how: `\`stemma resume SESSION --json\` in a process of its own: the highest resident size of the whole process, the worst of ${rounds}; time on the wall, medians of ${rounds}.`,
      findings,
    };
  },
};
