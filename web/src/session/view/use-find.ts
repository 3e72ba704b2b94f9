import { useEffect } from 'react';
import type { SearchAnswer } from '../../../../src/types.ts';
import { useAnswer } from '../../use-answer.ts';
import { findStep } from '../data/steps.ts';
import { setMatches } from './actions.ts';
import type { Change } from './change.ts';
import { isEmptyFind, matchesOf } from './find.ts';
import type { ViewState } from './view-state.ts';

/** The server returns at most so many events with a text. */
const maxHits = 200;

/** Finds the matching steps: by their text on the server, by the rest here. Says whether only the best were found. */
export function useFind(
  { find, steps }: ViewState,
  change: Change,
): { readonly isCut: boolean; readonly error: Error | undefined } {
  const text = find?.text.trim() ?? '';
  const { uid } = steps.parts[0]!.session;
  const { answer, error, isLoading } = useAnswer<SearchAnswer>(text === '' ? null : '/search', {
    text,
    session: uid,
    events: true,
    limit: maxHits,
  });
  useEffect(() => {
    if (find === null || isEmptyFind(find)) return change((was) => setMatches(was, null));
    if (text !== '' && (isLoading || !answer)) return;
    const having =
      text === ''
        ? null
        : new Set(answer!.hits.flatMap((hit) => findStep(steps, hit) ?? []).filter((step) => step >= 0));
    change((was) => setMatches(was, matchesOf(steps, find, having)));
  }, [find, steps, text, answer, isLoading, change]);
  return { isCut: text !== '' && answer?.truncated === true, error };
}
