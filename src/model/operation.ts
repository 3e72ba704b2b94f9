/**
 * One thing a call does to the world or asks of it, whichever agent made the call. Paths are as the agent wrote them.
 */
export type Operation =
  /** Shows (part of) a file: lines `from` to `to`, both included, where the call says so; the first line is 1. */
  | { readonly does: 'look'; readonly path: string; readonly from?: number; readonly to?: number }
  /** Looks for a text or pattern in files. */
  | { readonly does: 'search'; readonly pattern: string; readonly path?: string }
  /** Asks for names, sizes or existence of files, not for what they hold: ls, find, glob, wc, stat. */
  | { readonly does: 'list'; readonly path?: string; readonly pattern?: string }
  /**
   * Changes a file: `old` is replaced by `text`; `whole` when `text` is the whole file. Unknown parts are empty: a
   * deletion, a move or a program's output has neither; for a script that computes its output, `text` is the script.
   */
  | {
      readonly does: 'edit';
      readonly path: string;
      readonly old: string;
      readonly text: string;
      readonly whole: boolean;
    }
  /** Runs tests, types, linters or a build. `fixes`: it also changes files by itself, and nobody knows which. */
  | {
      readonly does: 'check';
      readonly kind: CheckKind;
      readonly fixes: boolean;
      readonly words: readonly string[];
      readonly paths: readonly string[];
    }
  /**
   * `verb` is git's subcommand, or two words for its forges: `commit`, `pr create`. `text` holds messages and titles.
   */
  | {
      readonly does: 'vcs';
      readonly verb: string;
      readonly paths: readonly string[];
      readonly words: readonly string[];
      readonly text: string;
    }
  | { readonly does: 'run'; readonly words: readonly string[]; readonly paths: readonly string[] }
  | { readonly does: 'fetch'; readonly target: string }
  | { readonly does: 'delegate'; readonly text: string }
  | { readonly does: 'plan'; readonly text: string }
  | { readonly does: 'other'; readonly text: string };

export type CheckKind = 'test' | 'type' | 'lint' | 'build';
