/** Every way stemma itself fails. Each code has a section in docs/errors.md. */
export const errorCodes = [
  'bad-argument',
  'bad-config',
  'bad-settings',
  'unknown-kind',
  'unknown-outcome',
  'unknown-flavor',
  'unknown-value',
  'uid-flavor-mismatch',
  'session-not-found',
  'event-not-found',
  'chain-not-found',
  'chain-settled',
  'fix-not-found',
  'skill-not-found',
  'ambiguous-id',
  'path-not-found',
  'path-unreadable',
  'not-recognised',
  'store-busy',
  'store-unreachable',
  'store-too-new',
  'store-damaged',
  'store-unwritable',
  'disk-full',
  'nothing-to-restore',
  'not-reopened',
  'payload-evicted',
  'block-damaged',
  'would-overwrite',
  'program-not-found',
  'program-not-executable',
  'not-a-repository',
  'commit-not-found',
  'not-text',
  'endpoint-failed',
  'forward-failed',
  'not-a-model',
  'model-failed',
  'model-not-found',
  'download-failed',
  'judge-failed',
  'bad-answer',
  'not-judged',
  'not-ingested',
  'not-logged-in',
  'server-unreachable',
  'server-refused',
  'interrupted',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

interface Details {
  /** What the reader can do now, as a full sentence. */
  readonly hint: string;
  readonly cause?: unknown;
}

/** The only error written for people. Anything else that escapes is a bug and keeps its stack. */
export class StemmaError extends Error {
  override readonly name = 'StemmaError';
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, { hint, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}
