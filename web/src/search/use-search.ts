import { useEffect, useState } from 'react';
import type { BrowseAnswer, PatternsAnswer, SearchAnswer, SkillsAnswer } from '../../../src/types.ts';
import { clock, count, day } from '../format.ts';
import { linkTo, linkToSession } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

/** A search result and the link to it. */
export interface Found {
  readonly key: string;
  /** Where it leads; an action has none. */
  readonly to?: string;
  readonly run?: () => void;
  readonly text: string;
  readonly detail: string;
  /** A step of the session above it. */
  readonly isStep?: boolean;
}

export interface FoundGroup {
  readonly title: string;
  readonly found: readonly Found[];
}

export interface SearchResult {
  readonly groups: readonly FoundGroup[];
  readonly isLoading: boolean;
  readonly error: Error | undefined;
  /** Number of sessions with any of the words, shown or not; ends with `+` when counting stopped early. */
  readonly total: string;
  /** Words of the question that no session has. */
  readonly nowhere: readonly string[];
}

export interface SearchFilter {
  readonly repo?: string | null;
  readonly agent?: string | null;
  readonly since?: string | null;
  readonly failed?: boolean;
}

/** Sessions with their best steps, errors and skills that match, requested shortly after the last key. */
export function useSearch(typed: string, limit: number, filter: SearchFilter = {}): SearchResult {
  const q = useDebounced(typed.trim(), 120);
  const found = useAnswer<SearchAnswer>(q ? '/search' : null, { q, limit, ...filter });
  const named = useAnswer<BrowseAnswer>(q ? '/sessions' : null, {
    q,
    limit: Math.min(limit, 8),
    repo: filter.repo,
    agent: filter.agent,
    since: filter.since,
  });
  const patterns = useAnswer<PatternsAnswer>(q ? '/errors/patterns' : null, { min_count: 1, limit: 60 });
  const skills = useAnswer<SkillsAnswer>(q ? '/skills' : null, { limit: 200 });
  const sessions = found.answer?.sessions ?? [];
  const holds = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const groups: FoundGroup[] = [
    {
      title: 'Sessions and their best steps',
      found: sessions.flatMap(({ session, title, repo, ended_at, coverage, hits }) => [
        {
          key: session,
          to: linkToSession(session),
          text: title ?? session,
          detail: [repo, ended_at && day(ended_at), coverage < 1 && 'matches in part'].filter(Boolean).join(' · '),
        },
        ...hits.map(({ event, at, field, snippet }) => ({
          key: event,
          isStep: true,
          to: linkToSession(session, { at: event }),
          text: snippet,
          detail: [field, at && `${day(at)} ${clock(at).slice(0, 5)}`].filter(Boolean).join(' · '),
        })),
      ]),
    },
    {
      title: 'More sessions by title',
      found: (named.answer?.sessions ?? [])
        .filter(({ uid }) => !sessions.some(({ session }) => session === uid))
        .map(({ uid, title, repo, ended_at }) => ({
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
          to: linkTo('/skills', { skill: skill_name }),
          text: skill_name,
          detail: `${count(total_invocations)} ×`,
        })),
    },
  ];
  return {
    groups: q ? groups.filter((group) => group.found.length > 0) : [],
    isLoading: q !== typed.trim() || found.isLoading || named.isLoading,
    error: found.error ?? named.error,
    total: found.answer ? `${count(found.answer.total)}${found.answer.total_is_exact ? '' : '+'}` : '',
    nowhere: (found.answer?.terms ?? [])
      .filter(({ events, instead }) => events === 0 && instead.length === 0)
      .map(({ term }) => term),
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

/** How many sessions were found; with several words those with any of them. */
export function totalText(total: string, typed: string): string {
  const sessions = total === '1' ? '1 session' : `${total} sessions`;
  return /\S\s+\S/.test(typed.trim()) ? `${sessions} with any of the words` : `${sessions} found`;
}
