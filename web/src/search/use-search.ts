import { useEffect, useState } from 'react';
import type { BrowseAnswer, PatternsAnswer, SearchAnswer, SkillsAnswer } from '../../../src/types.ts';
import { clock, count, day } from '../format.ts';
import { linkTo, linkToSession } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

/** A search result and the link to it. */
export interface Found {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly detail: string;
}

export interface FoundGroup {
  readonly title: string;
  readonly found: readonly Found[];
}

export interface SearchResult {
  readonly groups: readonly FoundGroup[];
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** Number of matching steps, shown or not; ends with `+` when counting stopped early. */
  readonly total: string;
}

/** Sessions, steps, errors and skills that match, requested shortly after the last key. */
export function useSearch(typed: string, limit: number): SearchResult {
  const q = useDebounced(typed.trim(), 120);
  const steps = useAnswer<SearchAnswer>(q ? '/search' : null, { q, limit });
  const sessions = useAnswer<BrowseAnswer>(q ? '/sessions' : null, { q, limit: Math.min(limit, 8) });
  const patterns = useAnswer<PatternsAnswer>(q ? '/errors/patterns' : null, { min_count: 1, limit: 60 });
  const skills = useAnswer<SkillsAnswer>(q ? '/skills' : null, { limit: 200 });
  const holds = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const groups: FoundGroup[] = [
    {
      title: 'Sessions',
      found: (sessions.answer?.sessions ?? []).map(({ uid, title, repo, ended_at }) => ({
        key: uid,
        to: linkToSession(uid),
        text: title ?? uid,
        detail: [repo, ended_at && day(ended_at)].filter(Boolean).join(' · '),
      })),
    },
    {
      title: 'Errors',
      found: (patterns.answer?.patterns ?? [])
        .filter(({ message, type }) => holds(message) || holds(type))
        .slice(0, 5)
        .map(({ fingerprint, message, count: times }) => ({
          key: fingerprint,
          to: linkTo('/errors', { p: fingerprint }),
          text: message,
          detail: `${count(times)} ×`,
        })),
    },
    {
      title: 'Skills',
      found: (skills.answer?.skills ?? [])
        .filter(({ skill_name }) => holds(skill_name))
        .slice(0, 5)
        .map(({ skill_name, total_invocations }) => ({
          key: skill_name,
          to: linkTo('/skills'),
          text: skill_name,
          detail: `${count(total_invocations)} ×`,
        })),
    },
    {
      title: 'Steps',
      found: (steps.answer?.hits ?? []).map(({ event, session, at, kind, snippet }) => ({
        key: event,
        to: linkToSession(session, { at: event }),
        text: snippet,
        detail: [kind.replace('_', ' '), at && `${day(at)} ${clock(at).slice(0, 5)}`].filter(Boolean).join(' · '),
      })),
    },
  ];
  return {
    groups: q ? groups.filter(({ found }) => found.length > 0) : [],
    isLoading: q !== typed.trim() || steps.isLoading || sessions.isLoading,
    error: steps.error ?? sessions.error,
    total: steps.answer ? `${count(steps.answer.total)}${steps.answer.total_is_exact ? '' : '+'}` : '',
  };
}

/** The value once it has stopped changing. */
function useDebounced(value: string, ms: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
