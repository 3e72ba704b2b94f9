import type { ServerResponse } from 'node:http';

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Opens a stream of server-sent events; what it returns sends one of them. */
export function openEvents(response: ServerResponse): (data: unknown, name?: string) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  return (data, name) => {
    if (name) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  };
}

/** Streams arrive in pieces; two are enough to see whether they are put together. */
export function inPieces(text: string): readonly string[] {
  const middle = text.length >> 1;
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}
