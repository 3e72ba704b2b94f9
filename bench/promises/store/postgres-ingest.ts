import { join } from 'node:path';
import { writeFleet } from '../../generate.ts';
import { emptyDatabase, postgresServer } from '../../postgres.ts';
import type { SpeedPromise } from '../../promise.ts';
import { ingestInChild } from '../../run-child.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 3;
const events = 60_000;

export const postgresIngest: SpeedPromise = {
  name: 'postgres-ingest',
  says: 'Ingest into PostgreSQL runs at 0.25 of the speed of ingest into SQLite.',

  async measure(say) {
    await using server = await postgresServer();
    using folder = temporaryFolder();
    const transcripts = join(folder.path, 'transcripts');
    const fleet = writeFleet(transcripts, events);
    const took = { sqlite: [] as number[], postgres: [] as number[] };
    let kept = 0;
    for (let round = 0; round < rounds; round++) {
      const file = ingestInChild(join(folder.path, `${round}.db`), [transcripts]);
      const database = ingestInChild(await emptyDatabase(server, 'ingest'), [transcripts]);
      if (file.events !== database.events)
        throw new Error(`SQLite kept ${file.events} events, PostgreSQL ${database.events}.`);
      kept = file.events;
      took.sqlite.push(file.seconds);
      took.postgres.push(database.seconds);
      say(`round ${round + 1}: SQLite ${file.seconds.toFixed(1)} s, PostgreSQL ${database.seconds.toFixed(1)} s`);
    }
    const sqlite = Math.min(...took.sqlite);
    const postgres = Math.min(...took.postgres);
    const speed = (seconds: number) => `${Math.round(kept / seconds)} events/s (${seconds.toFixed(1)} s)`;
    return {
      how: `${kept} generated events of ${fleet.sessions} sessions; a fresh store and process each time; best of ${rounds} of each, in turns. The server runs beside it on the same machine, as nobody has tuned it: with \`fsync\`.`,
      findings: [
        {
          what: 'speed of ingest / into SQLite',
          measured: sqlite / postgres,
          unit: 'x',
          least: 0.25,
          detail: `SQLite ${speed(sqlite)}, PostgreSQL ${speed(postgres)}`,
        },
      ],
    };
  },
};
