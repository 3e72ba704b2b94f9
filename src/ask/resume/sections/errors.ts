import type { Chain } from '../../../model/chain.ts';
import { stepOfFailure } from '../failures.ts';
import { isTight, lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { withoutFolder } from '../shown-path.ts';
import { brief, counted } from '../words.ts';
import { trimmed } from './commands.ts';

/** What failed and is not known to be solved, the latest first, and what was tried. */
export function errors(known: Known): OfferedSection {
  const { failures, recalled: { session } } = known;
  const open = failures.filter(({ state }) => state !== 'resolved');
  // The same failure again and again is one.
  const alike = [...Map.groupBy(open, ({ error, id }) => error.fingerprint || id).values()];
  const lines = alike.slice(0, most).flatMap((same, at): Offered[] => {
    const [chain] = same;
    const step = stepOfFailure(chain!);
    return step === null ? [] : [{ text: brief(withoutFolder(told(chain!, same.length), session), lineRoom(known) * 1.5), step, worth: (chain!.state === 'unverified' ? 81 : 90) - Math.min(24, at * 4) }];
  });
  return { title: 'Open errors', lines };

  function told({ error, attempts, state }: Chain, count: number): string {
    const again = count > 1 ? ` (${count}×)` : '';
    const message = brief(error.message, isTight(known) ? 90 : 200);
    const where = brief(trimmed(error.action), isTight(known) ? 40 : 80);
    const tried = [...new Set(attempts.filter(({ successful }) => successful !== null).map(({ action }) => brief(trimmed(action), 60)))];
    const maybe = [...new Set(attempts.filter(({ successful }) => successful === null).map(({ action }) => brief(trimmed(action), 60)))];
    const ending =
      state === 'unverified' ? `; perhaps fixed by ${maybe.slice(-2).join(' and ') || 'a later step'}, not checked since`
      : state === 'failed' ? '; given up'
      : tried.length > 0 ? `; tried without success: ${tried.slice(-3).join(', ')}${tried.length > 3 ? ` and ${counted(tried.length - 3, 'other')}` : ''}`
      : '; nothing tried yet';
    return `${message}${again} from \`${where}\`${isTight(known) ? (state === 'unverified' ? '; fix not checked' : '') : ending}`;
  }
}

const most = 12;
