import type { Action, Command } from './action.ts';

/** What a step that succeeded may have fixed. */
export interface Repair {
  readonly key: string;
  /** Files it edited directly. */
  readonly paths: readonly string[];
  /**
   * `edit`: changed files. `fixer`: ran a program that fixes what it finds. `install`: added what was missing. `state`:
   * changed the folder's content, as a checkout does. `build`: built something. `run`: did something else.
   */
  readonly by: 'edit' | 'fixer' | 'install' | 'state' | 'build' | 'run';
}

/** Undefined for steps that only looked, checked, recorded or planned. */
export function repairOf(action: Action): Repair | undefined {
  // Every failure that is still open asks about the same step.
  if (last?.of !== action) last = { of: action, repair: madeBy(action) };
  return last.repair;
}

let last: { readonly of: Action; readonly repair: Repair | undefined } | undefined;

function madeBy(action: Action): Repair | undefined {
  const { key, edits, commands } = action;
  if (action.counts) return undefined;
  const paths = edits.map(({ path }) => path);
  if (paths.length > 0) return { key, paths, by: 'edit' };
  if (commands.some(({ fixes }) => fixes))
    return { key, paths: commands.flatMap((command) => command.paths), by: 'fixer' };
  if (commands.some(({ words }) => isInstall(words))) return { key, paths, by: 'install' };
  const state = commands.filter(changesState);
  if (state.length > 0) return { key, paths: state.flatMap((command) => command.paths), by: 'state' };
  if (commands.some(({ check }) => check === 'build')) return { key, paths, by: 'build' };
  if (
    commands.some(
      ({ words, verb, check }) => verb === null && check === null && words[0] !== 'fetch' && words[0] !== action.tool,
    )
  )
    return { key, paths, by: 'run' };
  return undefined;
}

export function isStateChange({ commands }: Action): boolean {
  return commands.some(changesState);
}

function changesState({ verb, words }: Command): boolean {
  if (verb === null) return false;
  const sub = words[words.indexOf(verb) + 1] ?? '';
  if (verb === 'remote') return /^(?:add|set-url|remove|rm|rename)$/.test(sub);
  if (/^(?:list|show|status|-l|--list)$/.test(sub)) return false;
  return (
    changesFolder.test(verb) ||
    /^(?:repo (?:create|fork|rename)|auth (?:login|logout|refresh|switch|setup-git))$/.test(verb)
  );
}

const changesFolder =
  /^(?:checkout|switch|restore|reset|stash|merge|rebase|pull|cherry-pick|revert|clean|init|clone|fetch|am|apply|submodule|worktree)$/;

function isInstall(words: readonly string[]): boolean {
  return /^(?:(?:npm|pnpm|yarn|bun|pip3?|pipx|poetry|gem|brew|apt|apt-get|dnf|yum|zypper|apk|snap|winget|choco|scoop|conda|composer|bundle|go|rustup|cargo|mise|asdf|nvm) (?:-\S+ )*(?:i|install|ci|add|sync|get|update|upgrade|mod|use|require)\b|uv (?:add|sync|pip install|tool install)|(?:python3?|py) -m (?:pip|venv)|mix (?:deps\.get|local)|playwright install|pacman -S\w*|corepack enable|dotnet tool install)/.test(
    words.join(' '),
  );
}
