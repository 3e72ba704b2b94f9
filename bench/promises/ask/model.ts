import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SpeedPromise } from '../../promise.ts';
import { modelInChild } from '../../run-child.ts';
import { median, megabytes, spread } from '../../statistics.ts';

const loads = 5;

export const model: SpeedPromise = {
  name: 'model',
  says: 'An added model is loaded in at most 500 ms, takes at most 60 ms for a text, and adds at most 150 MB.',

  async measure(say) {
    const folder = process.env['STEMMA_BENCH_MODEL'];
    if (folder === undefined || !existsSync(join(folder, 'model.json'))) {
      const why = 'Not measured: STEMMA_BENCH_MODEL names no folder that `stemma model add` made.';
      say(why);
      return { how: why, findings: [] };
    }
    const runs = Array.from({ length: loads }, () => modelInChild(folder));
    const loading = runs.map(({ loadMs }) => loadMs);
    const one = runs.flatMap((run) => run.one);
    const together = runs.flatMap((run) => run.together);
    return {
      how: `In ${loads} fresh processes, in the thread that is measured; texts of about 24 tokens; medians.`,
      findings: [
        { what: 'loading it', measured: median(loading), unit: 'ms', most: 500, detail: spread(loading) },
        { what: 'a text alone', measured: median(one), unit: 'ms', most: 60, detail: spread(one) },
        { what: 'a text of 16', measured: median(together), unit: 'ms', most: 60, detail: spread(together) },
        {
          what: 'memory it adds',
          measured: median(runs.map(({ bytes }) => bytes)) / 1e6,
          unit: 'MB',
          most: 150,
          detail: `highest of the whole process ${megabytes(Math.max(...runs.map(({ peakBytes }) => peakBytes)))}`,
        },
      ],
    };
  },
};
