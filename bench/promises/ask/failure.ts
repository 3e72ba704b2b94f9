import { bin, peakOf, runNode } from '../../command.ts';
import { millionInOneSession } from '../../million-session.ts';
import { sessionInPostgres } from '../../postgres.ts';
import type { Finding, Say, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 5;

export const failure: SpeedPromise = {
  name: 'failure',
  says: 'The failures of a session of a million events, and one of them, are shown on the command line in at most 1 s and 150 MB, from either store.',

  async measure(say) {
    const findings = [...inSqlite(say), ...(await inPostgres(say))];
    return {
      how: `Wall time of the whole process, its output read through a pipe; medians of ${rounds}. Memory is the highest resident size.`,
      findings,
    };
  },
};

function inSqlite(say: Say): readonly Finding[] {
  const { home, session } = millionInOneSession(say);
  return measured('SQLite', session, { STEMMA_HOME: home });
}

async function inPostgres(say: Say): Promise<readonly Finding[]> {
  await using database = await sessionInPostgres(1_000_000, say);
  using home = temporaryFolder();
  return measured('PostgreSQL', database.session, { STEMMA_HOME: home.path, STEMMA_DB: database.url });
}

function measured(where: string, session: string, archive: NodeJS.ProcessEnv): readonly Finding[] {
  using home = temporaryFolder();
  const env = { ...process.env, HOME: home.path, NO_COLOR: '1', ...archive };
  const { failures } = JSON.parse(runNode([bin, 'failure', session, '--json'], env).stdout) as {
    failures: { story: { id: string } }[];
  };
  const asked = [
    ['its failures', session],
    ['one of them', failures[0]!.story.id],
  ] as const;
  return asked.flatMap(([what, name]): Finding[] => {
    const words = [bin, 'failure', name, '--json'];
    const took = Array.from({ length: rounds }, () => runNode(words, env).ms);
    return [
      {
        what: `${what}, ${where}`,
        measured: median(took),
        unit: 'ms',
        most: 1_000,
        detail: `best ${Math.min(...took).toFixed(0)} ms, worst ${Math.max(...took).toFixed(0)} ms`,
      },
      { what: `${what}, ${where}: memory`, measured: peakOf(words, env) / 1e6, unit: 'MB', most: 150 },
    ];
  });
}
