import { bin, peakOf, runNode } from '../../command.ts';
import { millionInOneSession } from '../../million-session.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 15;

export const resume: SpeedPromise = {
  name: 'resume',
  says: 'A pack of a session of a million events takes at most 300 ms from the command line and 150 MB.',

  async measure(say) {
    const { home, session } = millionInOneSession(say);
    using folder = temporaryFolder();
    const env = { ...process.env, STEMMA_HOME: home, HOME: folder.path, NO_COLOR: '1' };
    const middle = JSON.parse(
      runNode([bin, 'timeline', session, '--after', '500000', '--limit', '1', '--json'], env).stdout,
    ).events[0].id as string;
    const asked: readonly (readonly [string, readonly string[]])[] = [
      ['a pack of 1000 tokens', ['resume', session, '--json']],
      ['a pack of 300 tokens', ['resume', session, '--budget', '300', '--json']],
      ['a pack of 20,000 tokens', ['resume', session, '--budget', '20000', '--json']],
      ['as it stood half way', ['resume', session, '--at', middle, '--json']],
    ];
    const findings: Finding[] = [];
    let peak = 0;
    for (const [what, words] of asked) {
      const took: number[] = [];
      for (let round = 0; round <= rounds; round++) {
        const { ms } = runNode([bin, ...words], env);
        if (round > 0) took.push(ms);
      }
      const bytes = peakOf([bin, ...words], env);
      peak = Math.max(peak, bytes);
      findings.push({
        what,
        measured: median(took),
        unit: 'ms',
        most: 300,
        detail: `best ${Math.min(...took).toFixed(0)} ms, worst ${Math.max(...took).toFixed(0)} ms, ${(bytes / 1e6).toFixed(0)} MB`,
      });
    }
    findings.push({ what: 'most memory', measured: peak / 1e6, unit: 'MB', most: 150 });
    return { how: `Wall time of the whole process, its output read through a pipe; medians of ${rounds}.`, findings };
  },
};
