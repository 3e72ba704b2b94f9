import { calibration, type Calibration } from './calibration.ts';
import type { Candidate } from './candidates.ts';
import type { FoundCause, Linker } from './linker.ts';
import { SessionSoFar, type Considered } from './session-so-far.ts';
import { meaningOf, weighedAs, type Signal, type Weighed } from './signals.ts';
import { Scale } from './weigh.ts';

/** Causes that are less likely than this are not worth a guess. */
const leastConfidence = 0.2;
const mostCauses = 5;

export function createLinker(): Linker {
  const scale = scaleOf(calibration());
  const session = new SessionSoFar();
  return {
    cwd: (path) => session.cwd(path),
    prompt: (told) => session.prompt(told),
    said: (text) => session.said(text),
    result: (told) => session.result(told),
    call(told) {
      const found = session.call(told);
      return found ? strongest(found, scale) : [];
    },
  };
}

let last: { readonly of: Calibration; readonly scale: Scale } | undefined;

/** A file of many sub-agents has many linkers, and all weigh alike. */
function scaleOf(of: Calibration): Scale {
  if (last?.of !== of) last = { of, scale: new Scale(of) };
  return last.scale;
}

function strongest({ target, candidates }: Considered, scale: Scale): readonly FoundCause[] {
  const group = weighedAs(target.group);
  return candidates
    .map((candidate) => ({ candidate, confidence: scale.confidence(candidate.signals, group) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, mostCauses)
    .map(({ candidate, confidence }) => ({ cause: candidate.step.key, confidence: Math.round(confidence * 1000) / 1000, ...reasons(candidate, scale, group) }));
}

/** What spoke for it most, and what else did nearly as much. */
function reasons({ step, signals, evidence }: Candidate, scale: Scale, group: Weighed): Pick<FoundCause, 'types' | 'evidence'> {
  const spoke = [...signals]
    .map(([signal, value]) => ({ signal, type: meaningOf(signal).type, weight: value * scale.weight(signal, group) }))
    .filter(({ type, weight, signal }) => type !== null && weight > 0 && evidence.has(signal))
    .toSorted((a, b) => b.weight - a.weight);
  const enough = (spoke[0]?.weight ?? 0) / 3;
  const told = spoke.filter(({ weight }) => weight >= enough);
  const types = [...new Set(told.map(({ type }) => type!))];
  const texts = [...new Set(told.map(({ signal }) => evidence.get(signal)!()))];
  if (types.length === 0) return { types: [step.isPrompt ? 'asked' : 'informed'], evidence: [fallback(evidence)] };
  return { types, evidence: texts.slice(0, 3) };
}

function fallback(evidence: ReadonlyMap<Signal, () => string>): string {
  return evidence.values().next().value?.() ?? 'one of the steps before';
}
