import type { Chains } from './past-failures.ts';

type Opened = (Chains & Disposable) | (Chains & AsyncDisposable) | undefined;

/** The failures of an archive and those that were pulled from the team's server, the latest first. */
export function withTeamChains(own: Opened, team: (Chains & Disposable) | undefined): Opened {
  if (!own || !team) return own ?? team;
  return {
    async chains(filter, page) {
      const both = [...(await own.chains(filter, page)).chains, ...(await team.chains(filter, page)).chains];
      const time = ({ error: { at } }: (typeof both)[number]) => (at === null ? 0 : Date.parse(at));
      return { chains: both.toSorted((a, b) => time(b) - time(a)).slice(0, page.limit) };
    },
    async [Symbol.asyncDispose]() {
      team[Symbol.dispose]();
      if (Symbol.asyncDispose in own) await own[Symbol.asyncDispose]();
      else own[Symbol.dispose]();
    },
  };
}
