import { expect, test, vi } from 'vitest';
import { everyDoor } from './support/redaction/doors.ts';
import { plantedHome, seed, typedPlace } from './support/redaction/planted-home.ts';
import { sampleOf } from './support/redaction/sample.ts';

// Which door leaks depends on where the secrets fall, so they are the same each time.
vi.hoisted(() => void (process.env['STEMMA_SEED'] ??= '2'));

// With redaction switched off every door that shows text gives secrets away, so redaction.test.ts would notice.
let isOff = false;
vi.mock('../src/platform/redact.ts', async (load) => {
  const real = await load<typeof import('../src/platform/redact.ts')>();
  return {
    redact: (text: string) => (isOff ? text : real.redact(text)),
    redactJson: (value: unknown) => (isOff ? value : real.redactJson(value)),
  };
});

const { home, secrets, typed, agent, ingest } = plantedHome();
/** Doors that show nothing an agent wrote, whatever they are asked. */
const withoutText: Readonly<Record<string, string>> = {
  'http /api/events/:event/images/:number': 'a picture',
  'http /api/about': 'the server itself',
  'http /api/setup': 'agents and folders of this machine',
  'http /openapi.json': 'the server itself',
  'http log': 'only bugs',
  'hook advice': 'nothing, unless it is certain',
  'sdk image': 'a picture',
  'sdk ingest': 'counts',
  'sdk tracker.recordErrorEvent': 'an id',
  'sdk tracker.recordFixAttempt': 'an id',
  'sdk tracker.postError': 'an id',
  'sdk tracker.recordsErrors': 'a function',
  'sdk tracker.getStatistics': 'counts',
  'sdk skills.getSessionTracker': 'a tracker',
  'sdk skills.trackInvocation': 'a function',
  'sdk skills.getSummary': 'counts',
  'sdk skills.exportMetrics': 'the path it was given',
  'sdk skills.importMetrics': 'counts',
  'mcp record_judgement': 'what it was given',
  'sdk recordJudgement': 'what it was given',
  'sdk removeJudgement': 'names of models',
  'cli ingest': 'counts',
  'cli embed': 'numbers',
  'cli completion': 'a script',
  'cli help': 'stemma itself',
  'cli version': 'stemma itself',
  'cli backup': 'the path it was given',
  'cli rebuild': 'counts',
  'cli evict': 'uids and sizes',
  'cli forward': 'counts',
  'cli statusline': 'numbers, and where it is',
  'cli logout': 'the address of a server',
  'cli pull': 'counts',
  'cli open': 'the command line of an agent',
  'cli prices': 'names and prices of models',
  'cli push': 'counts and names of files',
};

test(`without redaction every other door gives a secret away (STEMMA_SEED=${seed})`, async () => {
  isOff = true;
  await ingest();
  const sample = await sampleOf(home, { secret: typed, agent, seed, size: 1 });
  const isLeaking = new Map<string, boolean>();
  const isKnown = (door: string): boolean => isLeaking.get(door) === true;
  for await (const { door, text } of everyDoor({ home, sample, isKnown })) {
    const leaks = secrets.leaks(text).some((place) => place !== typedPlace);
    isLeaking.set(door, leaks || isKnown(door));
  }
  const safe = [...isLeaking].flatMap(([door, leaks]) => (leaks ? [] : [door]));
  expect(safe.filter((door) => !(door in withoutText))).toEqual([]);
  expect(Object.keys(withoutText).filter((door) => !isLeaking.has(door))).toEqual([]);
}, 120_000);
