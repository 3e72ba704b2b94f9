import type { Act } from '../../model/words.ts';
import type { ParsedCall } from '../parse-call.ts';

/** What of a call decides how its output is read; see `ParsedCall`. */
export interface CallTraits extends Pick<
  ParsedCall,
  'answers' | 'masked' | 'reports' | 'showing' | 'printsCode' | 'hasFallback' | 'highestSuccess' | 'programs'
> {
  /** Null when the call is no longer known. */
  readonly act: Act | null;
  /** Of a shell; the beginning is enough. */
  readonly line: string | undefined;
}

/** What the result of a call needs to know of it. */
export function traitsOf(call: ParsedCall): CallTraits {
  const { act, answers, masked, reports, showing, printsCode, hasFallback, highestSuccess, programs } = call;
  const line = call.line?.slice(0, longestLine);
  return { act, answers, masked, reports, showing, printsCode, hasFallback, highestSuccess, programs, line };
}

/** Only what the line prints itself is looked for in it. */
const longestLine = 2000;

/** Of a call that is no longer known, or never was. */
export const unknownCall: CallTraits = {
  act: null,
  answers: false,
  masked: false,
  reports: false,
  showing: 'all',
  printsCode: false,
  hasFallback: false,
  highestSuccess: 0,
  programs: [],
  line: undefined,
};
