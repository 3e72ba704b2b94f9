/**
 * Whether a command only moves the state of a repository or a folder: part of many lines that pass afterwards, and the
 * reason of few. It counts where the failure itself says to run it.
 */
export function isBookkeeping(mark: string, message: string): boolean {
  return moving.test(mark) && !message.includes(mark.slice('run '.length));
}

const moving =
  /^run (?:git (?:add|commit|checkout|switch|stash|reset|restore|rebase|merge|push|tag|worktree)|cd|mkdir|cp|mv|touch|chmod|source|kill|pkill)\b/;
