import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { dispositions } from '../model/words.ts';
import { fixtureCases, type OwnFile, ownFiles, peekAt, readLines } from './fixtures.ts';
import type { Draft, Identity, Reading, Source } from './source.ts';

/**
 * What any source must do, shown on its own fixtures (`<folder>/<case>/…`). A new source calls this from its test file
 * and inherits every case; `among` are the sources it must not be mistaken for.
 */
export function sourceContract(source: Source, folder: string, among: readonly Source[] = [source]): void {
  const own: OwnFile[] = [];

  describe(`${source.title} keeps the source contract`, () => {
    beforeAll(async () => {
      for (const name of fixtureCases(folder)) {
        for (const file of await ownFiles(source, join(folder, name)))
          own.push({ ...file, name: `${name}/${file.name}` });
      }
    });

    test('it has fixtures, and matches a file in every case', () => {
      const seen = new Set(own.map((file) => file.name.split('/')[0]!));
      expect(fixtureCases(folder).filter((name) => !seen.has(name))).toEqual([]);
      expect(own.length).toBeGreaterThan(0);
    });

    test('no other source matches its files', () => {
      const others = among.filter((other) => other.name !== source.name && !other.isFallback);
      const taken = own.flatMap((file) =>
        others.filter((other) => other.matches(file.peek)).map((other) => `${file.name}: ${other.name}`),
      );
      expect(taken).toEqual([]);
    });

    test('it matches a file by its content, whatever its name', () => {
      const moved = own.filter((file) => !source.matches({ ...file.peek, path: '/tmp/somewhere/else.txt' }));
      expect(moved.map((file) => file.name)).toEqual([]);
    });

    test('every session uid begins with its flavor, unless the file is a secondary source', () => {
      for (const file of own) {
        const identity = source.identify(file.peek);
        if (identity.secondary) continue;
        for (const uid of uidsOf(identity, readLines(source, identity, file.records))) {
          expect(uid.startsWith(`${source.flavor}:`), `${file.name}: ${uid}`).toBe(true);
        }
      }
    });

    test('every line has one disposition, and events come from mapped lines only', () => {
      for (const file of own) {
        const readings = readLines(source, source.identify(file.peek), file.records);
        for (const [index, reading] of readings.entries()) {
          const where = `${file.name}:${index + 1}`;
          expect(dispositions, where).toContain(reading.disposition);
          expect(reading.disposition === 'mapped', where).toBe((reading.drafts ?? []).length > 0);
        }
      }
    });

    test('reading in any number of pieces gives the same readings', () => {
      for (const file of own) {
        const identity = source.identify(file.peek);
        const whole = readLines(source, identity, file.records);
        const everywhere = new Set(file.records.keys());
        const expectWhole = (cuts: ReadonlySet<number>): void => {
          const readings = readLines(source, identity, file.records, cuts);
          // Faster than `toEqual`, which shows the difference.
          if (!isDeepStrictEqual(readings, whole)) expect(readings, file.name).toEqual(whole);
        };
        expectWhole(everywhere);
        fc.assert(
          fc.property(fc.uniqueArray(fc.nat(Math.max(0, file.records.length - 1)), { maxLength: 8 }), (cuts) =>
            expectWhole(new Set(cuts)),
          ),
          { numRuns: 2 },
        );
      }
    });

    test('what a reader must remember stays small', () => {
      for (const file of own) {
        const reader = source.reader(source.identify(file.peek));
        let largest = 0;
        for (const [index, record] of file.records.entries()) {
          reader.line({ ...record, number: index + 1 });
          largest = Math.max(largest, JSON.stringify(reader.state()).length);
        }
        expect(largest, file.name).toBeLessThan(64 * 1024);
      }
    });

    test('what a reader must remember stays small, whatever a line holds', () => {
      const long = 'x'.repeat(2_500);
      for (const file of own) {
        const reader = source.reader(source.identify(file.peek));
        for (const [index, record] of file.records.entries()) {
          if (record.text.length > 5_000) continue;
          for (const text of lengthened(record.text, long)) reader.line({ ...record, text, number: index + 1 });
        }
        // Thirty of them would be too many.
        expect(JSON.stringify(reader.state()).length, file.name).toBeLessThan(75_000);
      }
    });

    test('an event key names one event of its session', () => {
      for (const file of own) {
        const seen = new Map<string, Draft>();
        for (const draft of draftsOf(source, file)) {
          const name = `${draft.session} ${draft.key}`;
          const before = seen.get(name);
          // A record that the agent wrote twice is the same event twice.
          if (before) expect(draft.what.is, `${file.name}: ${name}`).toBe(before.what.is);
          seen.set(name, draft);
        }
      }
    });

    test('a result hangs on the call it answers, and has no native id of its own', () => {
      for (const file of own) {
        const calls = new Set<string>();
        for (const draft of draftsOf(source, file)) {
          if (draft.what.is === 'call') calls.add(`${draft.session} ${draft.key}`);
          if (draft.what.is !== 'result') continue;
          expect(draft.native, `${file.name}: ${draft.key}`).toBeUndefined();
          if (calls.has(`${draft.session} ${draft.what.call}`))
            expect(draft.parent, `${file.name}: ${draft.key}`).toBe(draft.what.call);
        }
      }
    });

    test('what is left of a document when its records are taken out gives facts, not events', () => {
      for (const file of own.filter(({ peek }) => source.document?.(peek))) {
        const readings = readLines(source, source.identify(file.peek), file.records);
        const events = readings.filter(
          (reading, index) => file.records[index]!.within === undefined && reading.drafts?.length,
        );
        expect(events, file.name).toEqual([]);
      }
    });

    test('it never throws, whatever a line holds', () => {
      const identity = source.identify(peekAt('/tmp/made-up.jsonl', ''));
      fc.assert(
        fc.property(fc.array(fc.oneof(fc.json(), fc.string(), disfigured(own)), { maxLength: 20 }), (lines) => {
          const readings = readLines(source, identity, lines);
          expect(readings.map((reading) => dispositions.includes(reading.disposition))).toEqual(lines.map(() => true));
        }),
        { numRuns: 200 },
      );
    });

    test('it neither matches nor throws at a file that is no transcript', () => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string(),
            fc.json(),
            fc.array(fc.json()).map((lines) => lines.join('\n')),
          ),
          (text) => {
            const peek = peekAt('/tmp/made-up.jsonl', text);
            expect(source.matches(peek)).toBe(false);
            expect(source.identify(peek).session.startsWith(`${source.flavor}:`)).toBe(true);
          },
        ),
        { numRuns: 200 },
      );
    });
  });
}

function draftsOf(source: Source, file: OwnFile): readonly Draft[] {
  return readLines(source, source.identify(file.peek), file.records).flatMap((reading) => reading.drafts ?? []);
}

function uidsOf(identity: Identity, readings: readonly Reading[]): readonly string[] {
  const linked = readings
    .flatMap((reading) => reading.links ?? [])
    .flatMap((link) => (link.type === 'continued' ? [link.session] : [link.parent, link.child]));
  const patched = readings.flatMap((reading) => reading.sessions ?? []).map((patch) => patch.uid);
  const drafted = readings.flatMap((reading) => reading.drafts ?? []).map((draft) => draft.session);
  return [
    identity.session,
    identity.root ?? identity.session,
    identity.parent?.uid ?? identity.session,
    ...linked,
    ...patched,
    ...drafted,
  ];
}

/** A line of a real fixture with one value replaced: what a next version of the agent might write. */
function disfigured(files: readonly OwnFile[]): fc.Arbitrary<string> {
  const lines = files
    .flatMap((file) => file.records)
    .map(({ text }) => text)
    .filter((line) => line.length < 20_000 && line.startsWith('{'));
  if (lines.length === 0) return fc.constant('{}');
  return fc
    .tuple(
      fc.constantFrom(...lines),
      fc.nat(),
      fc.constantFrom(null, true, 7, '', 'x', [], {}, [null], { type: 'x' }, ['x'], [{ type: 'text' }]),
    )
    .map(([line, at, value]) => {
      try {
        const record = JSON.parse(line) as unknown;
        const slots = slotsOf(record);
        const slot = slots[at % Math.max(1, slots.length)];
        if (slot) slot.holder[slot.name] = value;
        return JSON.stringify(record);
      } catch {
        return line;
      }
    });
}

/** The line once for each text in it, with that one made long. */
function lengthened(line: string, long: string): readonly string[] {
  try {
    const record = JSON.parse(line) as unknown;
    const texts = slotsOf(record).filter(({ holder, name }) => typeof holder[name] === 'string');
    return texts.map(({ holder, name }) => {
      const before = holder[name];
      holder[name] = `${String(before)}${long}`;
      const text = JSON.stringify(record);
      holder[name] = before;
      return text;
    });
  } catch {
    return [line];
  }
}

interface Slot {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

function slotsOf(value: unknown): readonly Slot[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...slotsOf(holder[name])]);
}
