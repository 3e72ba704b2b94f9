import type { SearchAnswer } from './search.ts';

/** About four characters of JSON are a token. */
const charactersPerToken = 4;

/** The best of an answer in about so many tokens: first fewer events of each session, then fewer sessions. */
export function withinBudget(answer: SearchAnswer, tokens: number): SearchAnswer {
  const most = tokens * charactersPerToken;
  if (sizeOf(answer) <= most) return answer;
  for (const perSession of [2, 1]) {
    const fewer = {
      ...answer,
      sessions: answer.sessions.map((session) => ({ ...session, hits: session.hits.slice(0, perSession) })),
    };
    if (sizeOf(fewer) <= most) return fewer;
  }
  for (let length = Math.max(answer.sessions.length, answer.hits.length) - 1; length > 1; length--) {
    const fewer = shortened(answer, length);
    if (sizeOf(fewer) <= most) return fewer;
  }
  return shortened(answer, 1);
}

function shortened(answer: SearchAnswer, length: number): SearchAnswer {
  return {
    ...answer,
    sessions: answer.sessions.slice(0, length).map((session) => ({ ...session, hits: session.hits.slice(0, 1) })),
    hits: answer.hits.slice(0, length),
    truncated: true,
  };
}

function sizeOf(answer: SearchAnswer): number {
  return JSON.stringify(answer).length;
}
