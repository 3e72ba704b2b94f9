import { goneAfter, isWrongCall } from '../../../memory/digest/wrong-call.ts';
import { isDistinctive } from '../../../memory/errors/fingerprint.ts';
import type { Chain } from '../../../model/chain.ts';
import { actionOf } from '../pack/action.ts';
import { stepOfFailure } from '../facts/failures.ts';
import { isTight, lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { withoutFolder } from '../files/shown-path.ts';
import { ago, brief, counted, withoutTook } from '../facts/message-text.ts';
import { shownCheck } from './standing.ts';

/** Failures without a verified fix, latest first, and what was tried. Those of earlier tasks rank lower. */
export function errors(facts: ResumeFacts): OfferedSection {
  const {
    failures,
    work,
    task,
    history: { session },
  } = facts;
  const places = new Map<string, number>(work.steps.map(({ event, place }) => [event.id, place]));
  const now = work.steps.length - 1;
  const begun = Math.min(task.tasks.at(-1) ?? 0, now - near);
  // In a short pack the line of the last check says enough of a failure.
  const checked = isTight(facts) ? shownCheck(facts) : undefined;
  const shown = failures.find(({ error }) => error.id === checked)?.error;
  const open = failures.filter(
    ({ state, error }) =>
      state !== 'resolved' &&
      isDistinctive(error.fingerprint) &&
      error.id !== checked &&
      error.message !== shown?.message,
  );
  // A repeated failure is shown once.
  const alike = [...Map.groupBy(open, ({ error, id }) => error.fingerprint || id).values()];
  const lines = alike.slice(0, most).flatMap((same, at): Offered[] => {
    const [chain] = same;
    const step = stepOfFailure(chain!);
    if (step === null) return [];
    const place = places.get(step) ?? -1;
    const isNear = place >= begun;
    if (!isNear && isTight(facts)) return [];
    // A call that was wrong by itself, and work that went on: it needs no fix.
    if (attemptsNothing(chain!) && isWrongCall(chain!.error.message) && succeededSince(place) >= goneAfter) return [];
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
          withoutFolder(failureLine(chain!, same.slice(1), isNear ? undefined : now - place), session),
          lineRoom(facts) * 1.5,
        ),
        step,
        worth,
      },
    ];
  });
  return { title: 'Open errors', lines, share: 0.18, countsInFull: true };

  function succeededSince(place: number): number {
    return work.steps.filter(
      (step) => step.place > place && step.event.tool !== null && !step.event.failed && step.result !== undefined,
    ).length;
  }

  function failureLine({ error, attempts, state }: Chain, others: readonly Chain[], since: number | undefined): string {
    const count = others.length + 1;
    const other = isTight(facts) ? undefined : others.find((each) => each.error.message !== error.message);
    const message = [error, ...(other ? [other.error] : [])]
      .map((each) => brief(withoutTook(each.message), isTight(facts) ? 90 : 200))
      .join(' / ');
    const where = `\`${brief(actionOf(error.action), isTight(facts) ? 40 : 80)}\`${count > 1 ? `, ${count}×` : ''}${since === undefined ? '' : `, ${ago(since)}`}`;
    if (isTight(facts)) return `${message} (${where}${state === 'unverified' ? ', edited since, not checked' : ''})`;
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
        ? `${maybe.slice(-2).join(' and ') || 'a later step'} may have to do with it, not checked since`
        : state === 'failed'
          ? 'given up'
          : tried.length > 0
            ? `tried without success: ${tried.slice(-3).join(', ')}${tried.length > 3 ? ` and ${counted(tried.length - 3, 'other')}` : ''}`
            : since === undefined
              ? ''
              : 'not pursued';
    return `${message} (${where})${ending === '' ? '' : `; ${ending}`}`;
  }
}

function attemptsNothing({ attempts }: Chain): boolean {
  return attempts.every(({ successful }) => successful !== false);
}

const most = 12;
/** A failure this few steps back is still current, whatever was asked since. */
const near = 15;
