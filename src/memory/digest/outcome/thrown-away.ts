import type { DigestOutcome } from '../../../model/digest.ts';
import { wantsRevert } from '../verdict.ts';
import { quoted } from './reason.ts';
import type { SessionEnd } from './session-end.ts';

/** The edits of the last request were thrown away, and nobody had asked for that. */
export function thrownAway({ progress }: SessionEnd): DigestOutcome | undefined {
  const { reverted, delivery, request } = progress;
  if (!reverted || request.edits === 0 || (delivery && delivery.seq > reverted.seq)) return undefined;
  if (request.prompt && wantsRevert(request.prompt.summary)) return undefined;
  return { what: 'failed', reason: `Its edits were thrown away: ${quoted(reverted.summary)}`, step: reverted.id };
}
