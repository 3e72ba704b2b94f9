import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zstdDecompressSync } from 'node:zlib';

export interface FlakyProxy extends AsyncDisposable {
  readonly url: string;
  readonly requests: number;
  readonly dropped: number;
}

interface FlakyProxyOptions {
  readonly to: number;
  /** The share of requests that are lost: half of them before the server gets them, half after it has answered. */
  readonly drops: number;
  readonly random: () => number;
  /** Every body that passed, unpacked. */
  readonly onBody: (body: Buffer) => void;
}

/** A network that loses requests and answers. */
export async function flakyProxy({ to, drops, random, onBody }: FlakyProxyOptions): Promise<FlakyProxy> {
  const count = { requests: 0, dropped: 0 };
  const server = createServer((request, response) => {
    count.requests += 1;
    const chance = random();
    if (chance < drops) count.dropped += 1;
    if (chance < drops / 2) {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length > 0) onBody(request.headers['content-encoding'] === 'zstd' ? zstdDecompressSync(body) : body);
      const { method = 'GET', url = '/', headers } = request;
      const onward = forward({ host: '127.0.0.1', port: to, path: url, method, headers, agent: false }, (answer) => {
        if (chance < drops) {
          answer.resume();
          answer.once('end', () => response.destroy());
          return;
        }
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return count.requests;
    },
    get dropped() {
      return count.dropped;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
