import type { Finding, SpeedPromise } from '../../promise.ts';
import { median } from '../../statistics.ts';
import { built } from '../../stemma.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = 60;
const inRound = 500;
const all = 200_000;

const small = {
  tool: 'search',
  query: 'which shelves are empty',
  hits: [1, 2, 3, 4, 5],
  user: { id: 17, name: 'somebody' },
  note: 'x'.repeat(60),
};
const large = {
  messages: Array.from({ length: 11 }, (_, at) => ({
    role: 'user',
    content: `${'what is said in a chat '.repeat(6)}${at}`,
  })),
};

export const logging: SpeedPromise = {
  name: 'logging',
  says: 'To log one event costs its caller at most 5 µs with a payload of up to 200 bytes, and with a larger one at most 5 µs beyond what JSON.stringify takes for it.',

  async measure(say) {
    using folder = temporaryFolder();
    const { EventLogger } = await built('index');
    await using logger = new EventLogger({ home: folder.path, parent: null });
    const parent = logger.log({ type: 'root' });
    const findings: Finding[] = [];
    for (const [what, payload] of [
      ['no payload', undefined],
      ['200 bytes', small],
      ['2 KB', large],
    ] as const) {
      say(what);
      const logged: number[] = [];
      const json: number[] = [];
      for (let round = 0; round < rounds; round++) {
        logged.push(
          timed(() => logger.withParent(parent, () => repeat(() => logger.log({ type: 'state_change', payload })))),
        );
        json.push(timed(() => repeat(() => JSON.stringify(payload))));
        // What is written in the background is not the caller's.
        await logger.flush();
      }
      const beyond = median(logged.map((each, at) => each - json[at]!));
      const isLarge = payload === large;
      findings.push({
        what: isLarge ? `log, ${what}, beyond its JSON` : `log, ${what}`,
        measured: isLarge ? beyond : median(logged),
        unit: 'µs',
        most: 5,
        detail: `${JSON.stringify(payload)?.length ?? 0} characters; all of it ${median(logged).toFixed(2)} µs, of which JSON.stringify takes ${median(json).toFixed(2)}; best ${Math.min(...logged).toFixed(2)} µs`,
      });
    }
    const scopes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      scopes.push(timed(() => repeat(() => logger.startScope({ type: 'call', payload: small }).end('done'))));
      await logger.flush();
    }
    findings.push({
      what: 'a scope and its end',
      measured: median(scopes),
      unit: 'µs',
      detail: 'two events, the first with 200 bytes',
    });

    say(`${all} events without a pause`);
    const before = performance.now();
    for (let at = 0; at < all; at++) logger.log({ type: 'state_change', payload: small });
    await logger.flush();
    findings.push({
      what: 'log and write, 200 bytes',
      measured: (1000 * (performance.now() - before)) / all,
      unit: 'µs',
      detail: `${all} events in a loop that never yields, so that the queue is written by the caller; until the last is with the operating system`,
    });
    return {
      how: `In process, warm, medians of ${rounds} times ${inRound} events; what a log costs includes its id, its parent, its payload as JSON and its place in the queue, and not the batch that is written afterwards.`,
      findings,
    };
  },
};

function repeat(run: () => unknown): void {
  for (let at = 0; at < inRound; at++) run();
}

/** Microseconds for each. */
function timed(run: () => void): number {
  const began = performance.now();
  run();
  return (1000 * (performance.now() - began)) / inRound;
}
