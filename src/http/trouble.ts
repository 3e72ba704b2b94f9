import { StemmaError, type ErrorCode } from '../model/stemma-error.ts';
import { redact } from '../platform/redact.ts';

/** Ways in which a request is refused before anybody asks the archive. */
export type TroubleCode =
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

/** Something to tell whoever sent the request. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
  readonly status: number;
  readonly code: TroubleCode;
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: TroubleCode,
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
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: { readonly code: TroubleCode | ErrorCode; readonly message: string; readonly hint: string };
  };
  /** Nobody expected it: for the log of whoever runs the server, never for whoever asked. */
  readonly bug?: unknown;
}

/** Whatever went wrong, in words for who asked: no stack, and no path of this machine. */
export function toldOf(error: unknown, secrets: readonly Secret[]): Told {
  if (error instanceof Trouble) return tell(error.status, error.headers, error, secrets);
  if (error instanceof StemmaError) {
    const status = statuses[error.code] ?? 500;
    return {
      ...tell(status, status === 503 ? { 'retry-after': '2' } : {}, error, secrets),
      ...(status === 500 && { bug: error }),
    };
  }
  return {
    ...tell(
      500,
      {},
      {
        code: 'bug',
        message: 'This is a mistake of stemma.',
        hint: 'The terminal that `stemma serve` runs in says more; please report it.',
      },
      [],
    ),
    bug: error,
  };
}

/** What is not to be said, and what is said instead. */
export interface Secret {
  readonly text: string;
  readonly instead: string;
}

function tell(
  status: number,
  headers: Told['headers'],
  { code, message, hint }: { readonly code: TroubleCode | ErrorCode; readonly message: string; readonly hint: string },
  secrets: readonly Secret[],
): Told {
  return { status, headers, body: { error: { code, message: hush(message, secrets), hint: hush(hint, secrets) } } };
}

function hush(text: string, secrets: readonly Secret[]): string {
  return secrets.reduce(
    (said, secret) => (secret.text.length < 3 ? said : said.replaceAll(secret.text, secret.instead)),
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
  'endpoint-failed': 502,
  'store-busy': 503,
  'store-unreachable': 503,
};
