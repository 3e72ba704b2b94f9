import { bin, peakOf, runNode } from '../../command.ts';
import { millionEvents } from '../../million.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const times = 9;
/** Times `node -e 0`. */
const question = 4;
/**
 * `doctor` asks more than the archive: it loads every agent's source, looks into all their places, and reads their
 * settings.
 */
const examination = 6;

export const cli: SpeedPromise = {
  name: 'cli',
  says: 'In a store of a million events, any question on the command line takes at most 4 times as long as `node -e 0` (`doctor`, which examines the machine too, 6 times) and 150 MB.',

  async measure(say) {
    const { home, store } = millionEvents(say);
    using folder = temporaryFolder();
    const env = { ...process.env, STEMMA_HOME: home, HOME: folder.path, NO_COLOR: '1' };
    const questions = await questionsOf(store);

    const took = new Map<string, number[]>([
      ['node', []],
      ...questions.map((words) => [words.join(' '), []] as [string, number[]]),
    ]);
    // Interleaved, so that whatever else the machine does falls on all of them.
    for (let time = 0; time <= times; time++) {
      for (const [name, seconds] of took) {
        const words = questions.find((question) => question.join(' ') === name);
        const { ms } = runNode(words ? [bin, ...words] : ['-e', '0'], env);
        if (time > 0) seconds.push(ms);
      }
      if (time === 0) say(`${questions.length} questions, ${times} times each`);
    }

    const node = median(took.get('node')!);
    const peaks = new Map(questions.map((words) => [words, peakOf([bin, ...words], env)]));
    const findings = questions.map((words): Finding => {
      const elapsed = median(took.get(words.join(' '))!);
      return {
        what: short(words),
        measured: elapsed / node,
        unit: 'x',
        most: words[0] === 'doctor' ? examination : question,
        detail: `${elapsed.toFixed(0)} ms, ${(peaks.get(words)! / 1e6).toFixed(0)} MB`,
      };
    });
    const [hungriest, peak] = [...peaks].reduce((a, b) => (a[1] > b[1] ? a : b));
    findings.push({ what: `most memory (${short(hungriest)})`, measured: peak / 1e6, unit: 'MB', most: 150 });
    return {
      how: `Wall time of the whole process, its output read through a pipe; medians of ${times} interleaved runs; \`node -e 0\` took ${node.toFixed(0)} ms.`,
      findings,
    };
  },
};

/** Every question with its default limit, on the longest session and on one of usual length. */
async function questionsOf(path: string): Promise<string[][]> {
  const { openSqlite } = await built('store/sqlite/open');
  await using store = await openSqlite(path, { mode: 'read' });
  const { sessions } = await store.read.sessions({ topLevel: true }, { limit: 100_000, offset: 0 });
  const bySize = sessions.filter(({ source }) => source === 'claude-code').toSorted((a, b) => b.events - a.events);
  const long = bySize[0]!;
  const usual = bySize[Math.floor(bySize.length / 2)]!;
  const middle = (await store.read.steps(long.uid, { after: Math.floor(long.events / 2), limit: 1 }))[0]!;
  return [
    ['version'],
    ['help'],
    ['sessions'],
    ['sessions', '--json'],
    ['timeline', long.uid],
    ['timeline', usual.uid],
    ['tree', long.uid],
    ['tree', usual.uid],
    ['graph', long.uid],
    ['graph', usual.uid],
    ['why', middle.id],
    ['impact', middle.id],
    ['roots', middle.id],
    // Reads its whole session: of the longest one that is no question of a moment.
    ['critical-path', usual.uid],
    ['event', middle.id],
    ['event', middle.native_id!],
    ['search', 'cart'],
    ['search', 'total is wrong', '--failed'],
    ['search', '测试'],
    ['replay', long.uid, '--summary'],
    ['doctor'],
  ];
}

function short(words: readonly string[]): string {
  return words.map((word) => (word.length > 16 ? `${word.slice(0, 15)}…` : word)).join(' ');
}
