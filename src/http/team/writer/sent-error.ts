import { StemmaError, type ErrorCode } from '../../../model/stemma-error.ts';
import { HttpError } from '../../response/http-error.ts';
import type { HttpErrorCode } from '../../response/http-error.ts';

/** An error on its way from one thread to another, where classes do not survive. */
export type SentError =
  | { readonly kind: 'stemma'; readonly code: ErrorCode; readonly message: string; readonly hint: string }
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly code: HttpErrorCode;
      readonly message: string;
      readonly hint: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'bug'; readonly stack: string };

export function toSend(error: unknown): SentError {
  if (error instanceof StemmaError)
    return { kind: 'stemma', code: error.code, message: error.message, hint: error.hint };
  if (error instanceof HttpError) {
    const { status, code, message, hint, headers } = error;
    return { kind: 'http', status, code, message, hint, headers };
  }
  return { kind: 'bug', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function received(error: SentError): Error {
  switch (error.kind) {
    case 'stemma':
      return new StemmaError(error.code, error.message, { hint: error.hint });
    case 'http':
      return new HttpError(error.status, error.code, error.message, { hint: error.hint, headers: error.headers });
    case 'bug':
      return Object.assign(new Error('the thread that writes failed'), { stack: error.stack });
  }
}
