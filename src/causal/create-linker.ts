import { calibration, type Calibration } from './calibration.ts';
import type { Candidate } from './candidates.ts';
import type { FoundCause, Linker } from './linker.ts';
import { cameJustBefore } from './rules/situation.ts';
import { SessionSoFar, type Considered } from './session-so-far.ts';
import { isMoreTelling, meaningOf, ruleOf, weighedAs, type RuleName, type Signal, type Weighed } from './signals.ts';
import { Scale } from './weigh.ts';

/** Causes that are less likely than this are not worth a guess. */
const leastConfidence = 0.2;
/** Only what is recorded is certain. */
const mostConfidence = 0.99;
const mostCauses = 5;
/** What came just before is often the cause, but order is no evidence: without any it stays a guess. */
const byOrderAlone = 0.45;
/** Below it a cause is a guess; above it people name it though it is also reached through another (measured). */
const speaksForItself = 0.5;

export function createLinker(): Linker {
  const scale = scaleOf(calibration());
  const session = new SessionSoFar();
  return {
    prompt: (told) => session.prompt(told),
    pass: (told) => session.pass(told),
    result: (told) => session.result(told),
    call(told) {
      const found = session.call(told);
      if (!found) return [];
      const causes = withoutReached(strongest(found, scale));
      found.step.causes = causes.map(({ candidate }) => candidate.step.index);
      return causes.map(({ candidate, confidence, spoke }) => ({
        cause: candidate.step.key,
        confidence: Math.min(mostConfidence, Math.round(confidence * 1000) / 1000),
        ...reasons(candidate, spoke),
      }));
    },
  };
}

let last: { readonly of: Calibration; readonly scale: Scale } | undefined;

/** A file of many sub-agents has many linkers, and all weigh alike. */
function scaleOf(of: Calibration): Scale {
  if (last?.of !== of) last = { of, scale: new Scale(of) };
  return last.scale;
}

function strongest({ target, candidates }: Considered, scale: Scale): readonly Told[] {
  const group = weighedAs(target.group);
  return candidates
    .map((candidate) => toldOf(candidate, scale, group))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, mostCauses);
}

/** A guess that a surer cause was itself caused by is reached through that one. A prompt speaks for itself. */
function withoutReached(told: readonly Told[]): readonly Told[] {
  return told.filter(
    ({ candidate: { step }, confidence }) =>
      confidence >= speaksForItself ||
      step.isPrompt ||
      !told.some((other) => other.confidence > confidence && other.candidate.step.causes.includes(step.index)),
  );
}

interface Told {
  readonly candidate: Candidate;
  readonly confidence: number;
  /** What speaks for it, most first: order does not. */
  readonly spoke: readonly { readonly signal: Signal; readonly weight: number }[];
}

function toldOf(candidate: Candidate, scale: Scale, group: Weighed): Told {
  const { signals, evidence } = candidate;
  const confidence = scale.confidence(signals, group);
  if (confidence < leastConfidence) return { candidate, confidence, spoke: [] };
  const spoke: { readonly signal: Signal; readonly weight: number }[] = [];
  for (const signal of evidence.keys()) {
    const weight = signals.get(signal)! * scale.weight(signal, group);
    if (weight > 0 && meaningOf(signal).type !== null) spoke.push({ signal, weight });
  }
  spoke.sort((a, b) => b.weight - a.weight);
  return { candidate, spoke, confidence: spoke.length > 0 ? confidence : Math.min(confidence, byOrderAlone) };
}

/** What spoke for it most, and what else did nearly as much. */
function reasons({ step, signals, evidence }: Candidate, spoke: Told['spoke']): Pick<FoundCause, 'types' | 'evidence'> {
  const enough = (spoke[0]?.weight ?? 0) / 3;
  const told = spoke.filter(({ weight }) => weight >= enough);
  if (told.length === 0)
    return {
      types: [step.isPrompt ? 'asked' : 'informed'],
      evidence: [`came ${cameJustBefore(signals) ? 'just ' : ''}before; nothing else links them`],
    };
  // What one rule sees is one fact, however many signals tell of it; the most telling speaks.
  const facts = new Map<RuleName, Signal>();
  for (const { signal } of told) {
    const before = facts.get(ruleOf(signal));
    if (before === undefined || isMoreTelling(signal, before)) facts.set(ruleOf(signal), signal);
  }
  return {
    types: [...new Set(told.map(({ signal }) => meaningOf(signal).type!))],
    evidence: [...new Set([...facts.values()].map((signal) => evidence.get(signal)!()))].slice(0, 3),
  };
}
