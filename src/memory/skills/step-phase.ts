import type { Act, Phase } from '../../model/words.ts';

/** The phase that one step indicates, and how strongly; undefined when it indicates none. */
export function stepPhase(
  act: Act | null,
  marks: readonly string[],
): { readonly phase: Phase; readonly weight: number } | undefined {
  const runs = marks.filter((mark) => mark.startsWith('run '));
  if (runs.some((mark) => delivering.test(mark))) return { phase: 'deployment', weight: 3 };
  switch (act) {
    case 'check':
      return { phase: 'verification', weight: 2 };
    case 'edit':
      return { phase: 'execution', weight: 2 };
    case 'read':
    case 'search':
    case 'web':
    case 'plan':
      return { phase: 'exploration', weight: 1 };
    case 'vcs':
    case 'shell':
      if (runs.some((mark) => installing.test(mark))) return { phase: 'setup', weight: 2 };
      if (runs.some((mark) => makingRoom.test(mark))) return { phase: 'setup', weight: 1 };
      return act === 'vcs' ? { phase: 'exploration', weight: 0.5 } : { phase: 'execution', weight: 0.5 };
    default:
      return undefined;
  }
}

/** Delivers the work: to a history, a forge, a registry, a server. */
const delivering =
  /^run (?:git (?:commit|push|tag|merge|cherry-pick|(?:pr|mr|release) (?:create|merge|edit|ready))\b|gh (?:pr|release) (?:create|merge)|docker push|kubectl (?:apply|rollout|set)|helm (?:upgrade|install)|terraform apply|pulumi up|ansible-playbook|twine upload|goreleaser|.*\b(?:deploy|publish|release)$)/;

/** Installs what the work needs. */
const installing =
  /^run (?:(?:npm|pnpm|yarn|bun) (?:install|i|ci|add|init|create)\b|yarn$|(?:pip3?|uv|poetry|pipenv|pdm|conda|bundle|gem|composer|brew|apt|apt-get|apk|dnf|mix|rustup|asdf|mise|nvm)\b|cargo (?:add|init|new|install)|go (?:mod|get|install)|docker (?:compose|build|pull|up)|docker-compose|git (?:clone|init|submodule)|direnv|npx create)/;

/** A new branch or folder also does; but those are made along the way too. */
const makingRoom = /^run (?:git (?:checkout|switch|worktree|fetch|pull)\b|mkdir)/;
