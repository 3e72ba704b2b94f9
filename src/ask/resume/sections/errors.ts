import { isDistinctive } from '../../../memory/errors/fingerprint.ts';
import type { Chain } from '../../../model/chain.ts';
import { actionOf } from '../action.ts';
import { stepOfFailure } from '../failures.ts';
import { isTight, lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { withoutFolder } from '../shown-path.ts';
import { ago, brief, counted, withoutTook } from '../message-text.ts';

/**
 * What failed and is not known to be solved, the latest first, and what was tried. What the work has left behind
 * counts less.
 */
export function errors(known: Known): OfferedSection {
  const {
    failures,
    work,
    present,
    recalled: { session },
  } = known;
  const places = new Map<string, number>(work.steps.map(({ event, place }) => [event.id, place]));
  const now = work.steps.length - 1;
  const begun = Math.min(present.tasks.at(-1) ?? 0, now - near);
  const open = failures.filter(({ state, error }) => state !== 'resolved' && isDistinctive(error.fingerprint));
  // The same failure again and again is one.
  const alike = [...Map.groupBy(open, ({ error, id }) => error.fingerprint || id).values()];
  const lines = alike.slice(0, most).flatMap((same, at): Offered[] => {
    const [chain] = same;
    const step = stepOfFailure(chain!);
    if (step === null) return [];
    const place = places.get(step) ?? -1;
    const isNear = place >= begun;
    const worth = !isNear
      ? at < 3
        ? 77 - at * 2
        : 53 - at
      : chain!.state === 'unverified'
        ? 81 - at
        : 90 - Math.min(12, at * 2);
    return [
      {
        text: brief(
          withoutFolder(told(chain!, same.length, isNear ? undefined : now - place), session),
          lineRoom(known) * 1.5,
        ),
        step,
        worth,
      },
    ];
  });
  return { title: 'Open errors', lines };

  function told({ error, attempts, state }: Chain, count: number, since: number | undefined): string {
    const message = brief(withoutTook(error.message), isTight(known) ? 90 : 200);
    const where = `\`${brief(actionOf(error.action), isTight(known) ? 40 : 80)}\`${count > 1 ? `, ${count}×` : ''}${since === undefined ? '' : `, ${ago(since)}`}`;
    if (isTight(known)) return `${message} (${where}${state === 'unverified' ? ', fix not checked' : ''})`;
    const tried = [
      ...new Set(
        attempts.filter(({ successful }) => successful !== null).map((each) => brief(actionOf(each.action), 60)),
      ),
    ];
    const maybe = [
      ...new Set(
        attempts.filter(({ successful }) => successful === null).map((each) => brief(actionOf(each.action), 60)),
      ),
    ];
    const ending =
      state === 'unverified'
        ? `perhaps fixed by ${maybe.slice(-2).join(' and ') || 'a later step'}, not checked since`
        : state === 'failed'
          ? 'given up'
          : tried.length > 0
            ? `tried without success: ${tried.slice(-3).join(', ')}${tried.length > 3 ? ` and ${counted(tried.length - 3, 'other')}` : ''}`
            : since === undefined
              ? 'nothing tried yet'
              : 'left at that';
    return `${message} (${where}); ${ending}`;
  }
}

const most = 12;
/** What failed so few steps ago is on the agent's mind, whatever was asked since. */
const near = 15;
