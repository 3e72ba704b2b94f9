import type { Edge } from '../../model/edge.ts';
import type { Event } from '../../model/event.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import type { ReadPayload } from '../event/payload.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { writtenBy } from './signature.ts';

/** Where two runs diverge, what each did then, and what only one of them had read or written before. */
export interface Parting {
  readonly a: StepElsewhere | null;
  readonly b: StepElsewhere | null;
  readonly because: Difference | null;
}

/**
 * A step of both runs that differed: in what was asked, in what was written, or in its result.
 */
export interface Difference {
  readonly is: 'asked' | 'written' | 'result';
  readonly a: StepElsewhere;
  readonly b: StepElsewhere;
  /** The first line of each that the other does not have. */
  readonly lines: { readonly a: string; readonly b: string };
  /** That the step after it came of this; null when it only came before, which explains nothing by itself. */
  readonly via: (Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> & { readonly of: 'a' | 'b' }) | null;
}

export interface Common {
  readonly a: Event;
  readonly b: Event;
}

/** Of what both did before they parted, the difference that led one of them on; else the last there was. */
export async function partingOf(
  read: StoreReader,
  {
    a,
    b,
    common,
  }: {
    readonly a: { readonly next: Event | undefined; readonly cwd: string | null };
    readonly b: { readonly next: Event | undefined; readonly cwd: string | null };
    readonly common: readonly Common[];
  },
  payloadOf: ReadPayload,
): Promise<Parting> {
  const stepOrNull = (step: Event | undefined): StepElsewhere | null => (step ? toStepElsewhere(step) : null);
  const asked = a.next && b.next && (await differingPrompts(a.next, b.next, payloadOf));
  if (asked) return { a: stepOrNull(a.next), b: stepOrNull(b.next), because: asked };
  const causes = [...(await causesOf(read, a.next, 'a')), ...(await causesOf(read, b.next, 'b'))];
  let last: Difference | undefined;
  let best: Difference | undefined;
  for (const pair of common.slice(-looked).toReversed()) {
    if (pair.a.id === pair.b.id) break;
    const difference = await differing(read, pair, { a: a.cwd, b: b.cwd }, payloadOf);
    if (!difference) continue;
    const via = causes
      .filter(({ cause, of }) => cause === pair[of].id)
      .toSorted((one, other) => other.confidence - one.confidence)[0];
    const found = { ...difference, a: toStepElsewhere(pair.a), b: toStepElsewhere(pair.b) };
    if (!via) last ??= { ...found, via: null };
    else if (!best?.via || via.confidence > best.via.confidence) {
      const { of, types, basis, confidence, evidence } = via;
      best = { ...found, via: { of, types, basis, confidence, evidence } };
    }
  }
  return { a: stepOrNull(a.next), b: stepOrNull(b.next), because: best ?? last ?? null };
}

// What an agent saw longer ago is rarely why it turns now, and each costs two readings.
const looked = 40;

async function causesOf(
  read: StoreReader,
  step: Event | undefined,
  of: 'a' | 'b',
): Promise<readonly (Edge & { readonly of: 'a' | 'b' })[]> {
  return step ? (await read.causes([refOf(step.id)])).map((edge) => ({ ...edge, of })) : [];
}

async function differingPrompts(a: Event, b: Event, payloadOf: ReadPayload): Promise<Difference | undefined> {
  if (a.tool !== null || b.tool !== null) return undefined;
  const textOf = async (step: Event): Promise<ComparedText> => {
    const what = (await payloadOf(step).catch(noneIfEvicted))?.what;
    return comparedText(what?.is === 'prompt' ? what.text : step.summary);
  };
  const lines = between(await textOf(a), await textOf(b));
  return lines && { is: 'asked', a: toStepElsewhere(a), b: toStepElsewhere(b), lines, via: null };
}

/** How a step that both took differs; undefined when it does not, but for times, sizes, names of objects and places. */
async function differing(
  read: StoreReader,
  pair: Common,
  cwd: { readonly a: string | null; readonly b: string | null },
  payloadOf: ReadPayload,
): Promise<Pick<Difference, 'is' | 'lines'> | undefined> {
  const writtenIn = async (step: Event): Promise<ComparedText> =>
    comparedText(writtenBy((await payloadOf(step).catch(noneIfEvicted))?.what ?? null));
  const written = between(await writtenIn(pair.a), await writtenIn(pair.b));
  if (written) return { is: 'written', lines: written };
  const result = between(
    comparedText(await resultOf(read, pair.a, payloadOf), lasting(cwd.a)),
    comparedText(await resultOf(read, pair.b, payloadOf), lasting(cwd.b)),
  );
  if (result) return { is: 'result', lines: result };
  return pair.a.failed === pair.b.failed ? undefined : { is: 'result', lines: { a: '', b: '' } };
}

function between(a: ComparedText, b: ComparedText): Difference['lines'] | undefined {
  const first = (own: ComparedText, other: ComparedText): string =>
    redact(own.lines[own.same.findIndex((line) => !other.has.has(line))] ?? '').slice(0, 300);
  const lines = { a: first(a, b), b: first(b, a) };
  return lines.a === '' && lines.b === '' ? undefined : lines;
}

/** A text, by its lines. */
interface ComparedText {
  readonly lines: readonly string[];
  /** The lines without what differs from run to run. */
  readonly same: readonly string[];
  readonly has: ReadonlySet<string>;
}

function comparedText(text: string, alike: (line: string) => string = (line) => line): ComparedText {
  const lines = text
    .slice(0, 200_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 5000);
  const same = lines.map(alike);
  return { lines, same, has: new Set(same) };
}

/** A line without what is never the same twice; how many tests fail is. */
function lasting(cwd: string | null): (line: string) => string {
  return (line) => (cwd ? line.replaceAll(cwd, '') : line).replace(passing, '#');
}

// Addresses, hashes, lengths of time and of files, times of day, days, numbers of milliseconds.
const passing =
  /0x[\da-f]+|\b(?=[a-f]*\d)[\da-f]{7,64}\b|\b\d+(?:[.,]\d+)?\s*(?:ms|s|secs?|seconds?|min|[kmg]?i?b|bytes)\b|\b\d{1,4}[-/:]\d{2}(?:[-/:]\d{2,4})?\b/gi;

async function resultOf(read: StoreReader, step: Event, payloadOf: ReadPayload): Promise<string> {
  const outputs: string[] = [];
  for (const event of await read.eventsOfStep(refOf(step.id), 20)) {
    if (event.id === step.id) continue;
    const what = (await payloadOf(event).catch(noneIfEvicted))?.what;
    if (what?.is === 'result') outputs.push(what.output);
  }
  return outputs.join('\n');
}
