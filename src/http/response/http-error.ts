import { StemmaError, type ErrorCode } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';

/** Codes of requests that are refused before the archive is read. */
export type HttpErrorCode =
  | 'bad-request'
  | 'token-needed'
  | 'not-allowed'
  | 'no-such-address'
  | 'wrong-method'
  | 'too-large'
  | 'wrong-type'
  | 'too-many'
  | 'not-there'
  | 'bug';

/** An answer with a 4xx or 5xx status. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: HttpErrorCode;
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: HttpErrorCode,
    message: string,
    { hint, headers = {} }: { readonly hint: string; readonly headers?: Readonly<Record<string, string>> },
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.headers = headers;
  }
}

/** An error as it is sent. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: { readonly code: HttpErrorCode | ErrorCode; readonly message: string; readonly hint: string };
  };
  /** An unexpected error: for the server's log, never for the client. */
  readonly bug?: unknown;
}

/** An error as the client may see it: no stack, and no path of this machine. */
export function errorResponse(error: unknown, secrets: readonly Secret[]): ErrorResponse {
  if (error instanceof HttpError) return respond(error.status, error.headers, error, secrets);
  if (error instanceof StemmaError) {
    const status = statuses[error.code] ?? 500;
    return {
      ...respond(status, status === 503 ? { 'retry-after': '2' } : {}, error, secrets),
      ...(status === 500 && { bug: error }),
    };
  }
  return {
    ...respond(
      500,
      {},
      {
        code: 'bug',
        message: 'This is a bug in stemma.',
        hint: 'The terminal that `stemma serve` runs in says more; please report it.',
      },
      [],
    ),
    bug: error,
  };
}

/** A text to hide, and what replaces it. */
export interface Secret {
  readonly text: string;
  readonly instead: string;
}

function respond(
  status: number,
  headers: ErrorResponse['headers'],
  {
    code,
    message,
    hint,
  }: { readonly code: HttpErrorCode | ErrorCode; readonly message: string; readonly hint: string },
  secrets: readonly Secret[],
): ErrorResponse {
  return { status, headers, body: { error: { code, message: mask(message, secrets), hint: mask(hint, secrets) } } };
}

function mask(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce(
    (masked, secret) => (secret.text.length < 3 ? masked : masked.replaceAll(secret.text, secret.instead)),
    redact(text),
  );
}

const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  'bad-argument': 400,
  'unknown-kind': 400,
  'unknown-outcome': 400,
  'unknown-flavor': 400,
  'unknown-value': 400,
  'uid-flavor-mismatch': 400,
  'not-text': 400,
  'session-not-found': 404,
  'event-not-found': 404,
  'chain-not-found': 404,
  'fix-not-found': 404,
  'skill-not-found': 404,
  'ambiguous-id': 409,
  'chain-settled': 409,
  'payload-evicted': 410,
  'block-damaged': 410,
  'not-judged': 404,
  'bad-answer': 422,
  'endpoint-failed': 502,
  'judge-failed': 502,
  'store-busy': 503,
  'store-unreachable': 503,
};
