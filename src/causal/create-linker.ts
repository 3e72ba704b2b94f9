import type { EdgeType } from '../model/words.ts';
import { calibration, type Calibration } from './calibration.ts';
import type { Candidate, Evidence } from './candidates.ts';
import type { Step, Target } from './history/step.ts';
import type { FoundCause, Linker, LinkerState } from './linker.ts';
import { observed, strongestFirst } from './observed.ts';
import type { Term } from './rules/terms.ts';
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
const minProbability = 0.2;
/**
 * From here on a candidate is named as a cause, and its confidence is at least 0.5. People label the one to three causes
 * that come to mind: about a quarter of what they leave out here is right as well, so a probability of 0.34 by their
 * labels is an even chance. F1 is nearly the same from 0.30 to 0.40.
 */
const threshold = 0.34;
const evenChance = 0.5;
/** Only what is recorded is certain. */
const maxConfidence = 0.99;
const maxCauses = 5;
const maxEvidence = 3;

/** `saved`: a linker goes on from the copy of what its `state` gave. */
export function createLinker(saved?: LinkerState): Linker {
  const scale = scaleOf(calibration());
  const session = new SessionSoFar(saved);
  return {
    state: () => session.state(),
    prompt: (prompt) => session.prompt(prompt),
    result: (result) => session.result(result),
    call(call) {
      const found = session.call(call);
      if (!found) return [];
      const causes = withoutReached(strongest(found, scale));
      found.step.causes = causes.map(({ candidate }) => candidate.step.index);
      return causes.map(({ candidate, confidence, reasons }) => ({
        cause: candidate.step.key,
        confidence: Math.round(confidence * 1000) / 1000,
        ...explain(candidate.step, reasons),
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

function strongest({ target, candidates, terms }: Considered, scale: Scale): readonly Weighted[] {
  const group = weighedAs(target.group);
  const causes: Weighted[] = [];
  const call = { index: target.index, group, candidates, terms };
  for (const { candidate, probability } of scale.likely(call, minProbability)) {
    const reasons = reasonsFor(candidate, evidenceFor(candidate, target, terms), scale, group);
    // What merely came before is no cause.
    if (reasons.length === 0) continue;
    causes.push({ candidate, confidence: confidenceOf(probability), reasons });
    if (causes.length === maxCauses) break;
  }
  return causes;
}

function confidenceOf(probability: number): number {
  return probability < threshold ? probability : Math.min(maxConfidence, Math.max(evenChance, probability));
}

/** Leaves out a guess that is itself a cause of a likelier one: it is reached through that one. Prompts stay. */
function withoutReached(causes: readonly Weighted[]): readonly Weighted[] {
  return causes.filter(
    ({ candidate: { step }, confidence }) =>
      confidence >= evenChance ||
      step.isPrompt ||
      !causes.some((other) => other.confidence > confidence && other.candidate.step.causes.includes(step.index)),
  );
}

interface Weighted {
  readonly candidate: Candidate;
  readonly confidence: number;
  readonly reasons: readonly Reason[];
}

/** What one rule saw is one fact, however many signals it gave: the most informative represents it. */
interface Reason {
  readonly rule: RuleName;
  readonly types: EdgeType[];
  /** What the rule added to the log odds. */
  readonly weight: number;
  signal: Signal;
  evidence: () => string;
}

function evidenceFor(candidate: Candidate, target: Target, terms: readonly Term[]): readonly Evidence[] {
  return [...observed(candidate, target, terms), ...(candidate.evidence ?? [])];
}

/** Strongest first, without those that count against it or are far weaker. */
function reasonsFor(
  { signals }: Candidate,
  evidence: readonly Evidence[],
  scale: Scale,
  group: Weighed,
): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const [signal, text] of evidence) {
    const rule = ruleOf(signal);
    const type = meaningOf(signal).type!;
    const reason = reasons.find((each) => each.rule === rule);
    if (!reason) {
      reasons.push({ rule, types: [type], weight: scale.ofRule(rule, signals, group), signal, evidence: text });
      continue;
    }
    reason.types.push(type);
    if (isMoreInformative(signal, reason.signal)) [reason.signal, reason.evidence] = [signal, text];
  }
  if (reasons.length < 2) return reasons;
  reasons.sort((a, b) => b.weight - a.weight);
  const enough = Math.max(0, reasons[0]!.weight / 3);
  return reasons.filter(({ weight }, rank) => rank === 0 || weight > enough);
}

function explain({ isPrompt }: Step, reasons: readonly Reason[]): Pick<FoundCause, 'types' | 'evidence'> {
  const types: EdgeType[] = [];
  const texts: string[] = [];
  for (const { types: own, evidence } of reasons) {
    for (const type of own) if (!types.includes(type)) types.push(type);
    const text = evidence();
    if (!texts.includes(text)) texts.push(text);
  }
  // What a prompt informs about, it asks for.
  return { types: isPrompt ? ['asked'] : types, evidence: strongestFirst(texts).slice(0, maxEvidence) };
}
