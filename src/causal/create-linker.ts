import { calibration, type Calibration } from './calibration.ts';
import type { Candidate } from './candidates.ts';
import type { FoundCause, Linker } from './linker.ts';
import { cameJustBefore } from './rules/situation.ts';
import { SessionSoFar, type Considered } from './session-so-far.ts';
import {
  isMoreInformative,
  meaningOf,
  ruleOf,
  weighedAs,
  type RuleName,
  type Signal,
  type Weighed,
} from './signals.ts';
import { Scale } from './weigh.ts';

/** Causes less likely than this are not reported. */
const minConfidence = 0.2;
/** Only what is recorded is certain. */
const maxConfidence = 0.99;
const maxCauses = 5;
/** The step just before is often the cause, but order is no evidence: without any other it stays a guess. */
const byOrderAlone = 0.45;
/** Below it a cause is a guess; above it people name it even when it is also reached through another (measured). */
const standsAlone = 0.5;

export function createLinker(): Linker {
  const scale = scaleOf(calibration());
  const session = new SessionSoFar();
  return {
    prompt: (prompt) => session.prompt(prompt),
    pass: (call) => session.pass(call),
    result: (result) => session.result(result),
    call(call) {
      const found = session.call(call);
      if (!found) return [];
      const causes = withoutReached(strongest(found, scale));
      found.step.causes = causes.map(({ candidate }) => candidate.step.index);
      return causes.map(({ candidate, confidence, reasons }) => ({
        cause: candidate.step.key,
        confidence: Math.min(maxConfidence, Math.round(confidence * 1000) / 1000),
        ...explain(candidate, reasons),
      }));
    },
  };
}

let last: { readonly of: Calibration; readonly scale: Scale } | undefined;

/** A file of many sub-agents has many linkers, and all use the same weights. */
function scaleOf(of: Calibration): Scale {
  if (last?.of !== of) last = { of, scale: new Scale(of) };
  return last.scale;
}

function strongest({ target, candidates }: Considered, scale: Scale): readonly Weighted[] {
  const group = weighedAs(target.group);
  return candidates
    .map((candidate) => weightOf(candidate, scale, group))
    .filter(({ confidence }) => confidence >= minConfidence)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, maxCauses);
}

/** Leaves out a guess that is itself a cause of a likelier one: it is reached through that one. Prompts stay. */
function withoutReached(causes: readonly Weighted[]): readonly Weighted[] {
  return causes.filter(
    ({ candidate: { step }, confidence }) =>
      confidence >= standsAlone ||
      step.isPrompt ||
      !causes.some((other) => other.confidence > confidence && other.candidate.step.causes.includes(step.index)),
  );
}

interface Weighted {
  readonly candidate: Candidate;
  readonly confidence: number;
  /** The signals that support it, strongest first; order alone is none. */
  readonly reasons: readonly { readonly signal: Signal; readonly weight: number }[];
}

function weightOf(candidate: Candidate, scale: Scale, group: Weighed): Weighted {
  const { signals, evidence } = candidate;
  const confidence = scale.confidence(signals, group);
  if (confidence < minConfidence) return { candidate, confidence, reasons: [] };
  const reasons: { readonly signal: Signal; readonly weight: number }[] = [];
  for (const signal of evidence.keys()) {
    const weight = signals.get(signal)! * scale.weight(signal, group);
    if (weight > 0 && meaningOf(signal).type !== null) reasons.push({ signal, weight });
  }
  reasons.sort((a, b) => b.weight - a.weight);
  return { candidate, reasons, confidence: reasons.length > 0 ? confidence : Math.min(confidence, byOrderAlone) };
}

/** The strongest reason, and those nearly as strong. */
function explain(
  { step, signals, evidence }: Candidate,
  reasons: Weighted['reasons'],
): Pick<FoundCause, 'types' | 'evidence'> {
  const enough = (reasons[0]?.weight ?? 0) / 3;
  const strong = reasons.filter(({ weight }) => weight >= enough);
  if (strong.length === 0)
    return {
      types: [step.isPrompt ? 'asked' : 'informed'],
      evidence: [`came ${cameJustBefore(signals) ? 'just ' : ''}before; nothing else links them`],
    };
  // What one rule sees is one fact, however many signals it gives: the most informative represents it.
  const facts = new Map<RuleName, Signal>();
  for (const { signal } of strong) {
    const before = facts.get(ruleOf(signal));
    if (before === undefined || isMoreInformative(signal, before)) facts.set(ruleOf(signal), signal);
  }
  return {
    types: [...new Set(strong.map(({ signal }) => meaningOf(signal).type!))],
    evidence: [...new Set([...facts.values()].map((signal) => evidence.get(signal)!()))].slice(0, 3),
  };
}
