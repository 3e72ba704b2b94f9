import { dropToken, token } from './token.ts';

/** What the server answers instead of an answer, and what a person can do about it. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export type Params = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

/**
 * Asks the server one question. Parameters that are null, undefined, false or empty are left out; lists are told one
 * by one.
 */
export async function get<Answer>(path: string, params: Params = {}, signal?: AbortSignal): Promise<Answer> {
  return await ask<Answer>(addressOf(path, params), { ...(signal && { signal }) });
}

/** Tells the server something; needs the token of the printed link. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return await ask<Answer>(addressOf(path, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** A path below /api. Segments that hold anything are to be encoded by `segment`. */
export function addressOf(path: string, params: Params): string {
  const given = Object.entries(params).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
  const told = given.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '');
  const query = new URLSearchParams(
    told.map(([name, value]) => [name, value === true ? '1' : String(value)]),
  ).toString();
  return `/api${path}${query && `?${query}`}`;
}

/** Ids of sessions hold slashes and colons. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

/** Any answer of the server; what it refuses is thrown. */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await send(address, init);
  if (response.status === 401 && token() !== null) {
    dropToken();
    return await reach(address, init);
  }
  if (!response.ok) throw await refused(response);
  return response;
}

async function ask<Answer>(address: string, init: RequestInit): Promise<Answer> {
  return (await (await reach(address, init)).json()) as Answer;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  const given = token();
  try {
    return await fetch(address, {
      ...init,
      headers: { ...init.headers, ...(given && { authorization: `Bearer ${given}` }) },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('unreachable', 'The server does not respond.', 'Is `stemma serve` still running?');
  }
}

async function refused(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string; hint?: string };
  } | null;
  return new ApiError(
    said?.error?.code ?? `http-${response.status}`,
    said?.error?.message ?? `The server answered ${response.status}.`,
    said?.error?.hint ?? null,
  );
}
