import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StemmaError } from '../../model/stemma-error.ts';
import { TelemetryReceiver } from '../../live/otlp/telemetry-receiver.ts';
import { Guard } from '../request/guard.ts';
import { otlpHandler } from './otlp-handler.ts';

export interface OtlpListenOptions {
  /** Where it keeps what it receives. */
  readonly folder: string;
  /** 0 for any. */
  readonly port: number;
  /** Only who has it may send; without one, everybody on this machine. */
  readonly token?: string | undefined;
  readonly print: (text: string) => void;
}

export interface OtlpListening extends AsyncDisposable {
  readonly port: number;
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to. */
  readonly url: string;
}

/** Receives OTLP over HTTP on the loopback interface until it is disposed of. */
export async function listenOtlp({ folder, port, token, print }: OtlpListenOptions): Promise<OtlpListening> {
  const receiver = new TelemetryReceiver(folder);
  const handle = otlpHandler({
    receive: (signal, request) => receiver.receive(signal, request),
    guard: new Guard({ token: token ?? randomBytes(24).toString('base64url'), tokenToRead: false, names: [] }),
    needsToken: token !== undefined,
    onBug: (error) => print(`otlp: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  });
  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => void handle(request, response));
  server.maxConnections = 256;
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host: '127.0.0.1', port }, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    // Exporters know the address they were given: another port would receive nothing.
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    throw new StemmaError(
      'bad-argument',
      `Port ${port} cannot be listened on: ${error.code === 'EACCES' ? 'it is not for everybody' : 'it is taken'}.`,
      {
        hint: 'Give another one with --otlp-port, and set OTEL_EXPORTER_OTLP_ENDPOINT to it.',
        cause: error,
      },
    );
  });
  const at = (server.address() as AddressInfo).port;
  return {
    port: at,
    url: `http://127.0.0.1:${at}`,
    async [Symbol.asyncDispose]() {
      // Requests that have begun are answered: what they brought is on disk, or will be sent again.
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const hurry = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearTimeout(hurry);
    },
  };
}

const patienceMs = 2_000;
