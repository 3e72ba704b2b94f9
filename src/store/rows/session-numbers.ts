import { chainStateCodes, errorKindCodes } from './codes.ts';

// What a session says about itself that is not counted while it is read. One definition each, as SQL; lists, filters,
// sums and single sessions use these and nothing else. How many failures a session has, found in its steps, judged or
// entered manually, is in `Dialect.sessions`.

/** Of `chain c`: a failure, as opposed to what was benign, denied or cancelled. */
export const isReal = `c.kind = ${errorKindCodes.encode('real')}`;

/** Of `chain c`: a failure that nothing has fixed. */
export const isOpen = `${isReal} and c.state in (${chainStateCodes.encode('open')}, ${chainStateCodes.encode('failed')})`;

/**
 * Of `session s`. What its agent recorded counts first, unless a model has read the session; else what its digest finds. Of a recorded
 * failure the digest knows whether something was done before it.
 */
export const outcome = `case when s.outcome = 'unknown' or s.judged_by is not null or (s.outcome = 'failed' and s.judged = 'partial')
  then coalesce(s.judged, s.outcome) else s.outcome end`;
