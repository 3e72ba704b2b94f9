import { inSpace } from './space.ts';
import { dropToken, token } from './token.ts';

/** An error response of the server, with a hint for the user where there is one. */
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
 * Sends one question to the server. Parameters that are null, undefined, false or empty are left out; a list becomes
 * one parameter per item.
 */
export async function get<Answer>(path: string, params: Params = {}, signal?: AbortSignal): Promise<Answer> {
  return await requestJson<Answer>(apiUrl(path, params), { ...(signal && { signal }) });
}

/** Sends a change to the server; needs the token from the printed link. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return await requestJson<Answer>(apiUrl(path, {}), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The URL of a path below /api. Encode variable segments with `segment`. */
export function apiUrl(path: string, params: Params): string {
  const entries = Object.entries(params).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each] as const),
  );
  const present = entries.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  );
  const query = new URLSearchParams(
    present.map(([name, value]) => [name, value === true ? '1' : String(value)]),
  ).toString();
  return `/api${path}${query && `?${query}`}`;
}

/** Encodes a session id, which may contain slashes and colons. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

/** Fetches any URL of the server; throws an ApiError for an error status. */
export async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await send(url, init);
  if (response.status === 401 && token() !== null) {
    dropToken();
    return await request(url, init);
  }
  if (!response.ok) throw await errorFrom(response);
  return response;
}

async function requestJson<Answer>(url: string, init: RequestInit): Promise<Answer> {
  return (await (await request(url, init)).json()) as Answer;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const bearer = token();
  try {
    return await fetch(inSpace(url), {
      ...init,
      headers: { ...init.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('unreachable', 'The server does not respond.', 'Is `stemma serve` still running?');
  }
}

async function errorFrom(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string; hint?: string };
  } | null;
  return new ApiError(
    body?.error?.code ?? `http-${response.status}`,
    body?.error?.message ?? `The server answered ${response.status}.`,
    body?.error?.hint ?? null,
  );
}
