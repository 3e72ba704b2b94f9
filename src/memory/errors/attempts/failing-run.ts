import type { Action, Command } from '../steps/action.ts';
import { isSameFile, nameOf } from '../steps/same-file.ts';
import { wordsIn } from '../steps/text-marks.ts';
import { failingParts } from './failing-parts.ts';
import type { FailedAction } from './fix-tracker.ts';

/** A command that failed, and what later steps are compared with. */
export class FailingRun {
  readonly failed: FailedAction;
  readonly origin: Action;
  readonly errorText: string;
  readonly failureClass: FailedAction['failureClass'];
  readonly parts: readonly Command[];
  /** Nothing says which of several commands failed. */
  readonly isGuess: boolean;
  readonly isCheck: boolean;
  /** Git looks into files only where it runs hooks. */
  readonly isVcs: boolean;
  /** The call itself was wrong, not what it works on. */
  readonly isOwnFault: boolean;
  /** Scripts of the call that the error comes from. */
  readonly scripts: readonly string[];
  readonly programIsMissing: boolean;
  readonly accessIsMissing: boolean;
  /** Names in what it complains of. */
  readonly names: ReadonlySet<string>;

  constructor(failed: FailedAction) {
    const { action, failureClass, errorText } = failed;
    const { parts, isGuess } = failingParts(action, errorText);
    this.failed = failed;
    this.origin = action;
    this.errorText = errorText;
    this.failureClass = failureClass;
    this.parts = parts;
    this.isGuess = isGuess;
    this.isCheck =
      failed.ranHook || parts.some(({ check, verb }) => check !== null || (verb !== null && remoteCheck.test(verb)));
    this.isVcs = !this.isCheck && parts.every(({ verb }) => verb !== null);
    this.isOwnFault = failureClass === 'mistyped' || failureClass === 'unknown-command' || failureClass === 'timed-out';
    this.scripts = [...action.terms].filter((term) => isScript.test(term) && errorText.includes(term));
    this.programIsMissing = notThere.test(errorText);
    this.accessIsMissing = noAccess.test(errorText);
    this.names = wordsIn(errorText);
  }

  /** A lock, or a program that did not answer: gone the next time. */
  get isPassing(): boolean {
    return this.failureClass === 'outside' || passing.test(this.errorText);
  }

  isFaulty(path: string): boolean {
    return this.failed.files.faulty.some((each) => isSameFile(each, path));
  }

  isMentioned(path: string): boolean {
    return this.failed.files.mentioned.some((each) => isSameFile(each, path));
  }

  /** `The following paths are ignored by one of your .gitignore files`. */
  isInError(path: string): boolean {
    const name = nameOf(path);
    return name.length > 3 && this.errorText.includes(name);
  }

  /** The file that the failing part runs. */
  isRun(path: string): boolean {
    return this.origin.terms.has(nameOf(path));
  }
}

/** Checks that run elsewhere, and are asked for. */
const remoteCheck = /^(?:pr checks|run watch)$/;
const noAccess =
  /\bno account\b|not (?:logged|signed) in|not owned by|unauthori[sz]ed|authentication (?:failed|required)|credentials/i;
const notThere = /command not found|: not found$|is not recognized as|executable file not found/im;
const isScript = /\.(?:ps1|sh|bash|zsh|py|rb|pl|exs|[cm]?[jt]s|bat|cmd)$/i;
const passing = /\.lock\b[^\n]{0,40}File exists|temporar(?:y|ily)|try again|connection reset|\b50[234]\b|1Password/i;
