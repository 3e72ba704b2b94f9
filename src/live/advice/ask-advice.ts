import { advise, minConfidenceToAdvise } from '../../memory/advice/advise.ts';
import type { ChainId } from '../../model/ids.ts';
import { failedCall, type EndedCall } from './failed-call.ts';
import { pastOf, type Chains } from './past-failures.ts';
import { adviceText } from './wording.ts';

/** The note an agent would get after a failed call. */
export interface AdviceAnswer {
  readonly fingerprint: string | null;
  /** Null when no advice has enough confidence. */
  readonly advice: OfferedAdvice | null;
}

export interface OfferedAdvice {
  /** The text an agent reads. */
  readonly text: string;
  /** The command that worked, what was done (`edit src/a.ts`), or what somebody entered. */
  readonly fix: string;
  /** From 0 to 1: the share of earlier failures that it solved, weighted. */
  readonly confidence: number;
  /** How many of the latest failures like this one it solved, and how many there were. */
  readonly worked: number;
  readonly of: number;
  readonly did_not_help: readonly string[];
  /** The latest failure that it solved. */
  readonly like: ChainId;
}

/** The same as hooks do, without limits: nothing is noted as given, and no switch applies. */
export async function askAdvice(read: Chains, call: EndedCall): Promise<AdviceAnswer> {
  const failed = failedCall(call);
  if (!failed) return { fingerprint: null, advice: null };
  const { occurrence } = failed;
  const found = advise(occurrence, await pastOf(read, occurrence.fingerprint, call.at), minConfidenceToAdvise);
  if (!found) return { fingerprint: occurrence.fingerprint, advice: null };
  const { fix, confidence, worked, of, vain, like } = found;
  return {
    fingerprint: occurrence.fingerprint,
    advice: {
      text: adviceText(found, call.at),
      fix: fix.text,
      confidence: Math.round(confidence * 100) / 100,
      worked,
      of,
      did_not_help: vain,
      like: like.id,
    },
  };
}
