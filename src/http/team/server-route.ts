import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AskedArchive } from '../../ask/archive/archive.ts';
import type { Role } from '../../team/role.ts';
import type { Answered, Argument, JobName } from './writer/writer-jobs.ts';

/** Who asks. Token, expiry and role were checked before a route runs. */
export interface Member {
  readonly user: string;
  readonly role: Role;
  readonly workspace: string;
  /** The public part of the token, for the audit. */
  readonly tokenId: string;
}

/**
 * One archive of a workspace: everybody's (`team`) or one user's own (`mine`, asked for under `/mine/…`). Opened once
 * and shared by requests.
 */
export interface Space {
  /** For logs; never a path. */
  readonly name: string;
  readonly kind: 'team' | 'mine';
  /** The workspace takes unredacted bytes. */
  readonly allowsRaw: boolean;
  /** A redacting reader, as the questions of `serve` use it. */
  readonly archive: AskedArchive;
  /**
   * Hands work to the thread that writes to this archive. Resolves when it is committed. What waits is bounded: then it
   * is refused with 503. `argument` is cloned; buffers in `transfer` are moved and empty afterwards.
   */
  write<Name extends JobName>(
    job: Name,
    argument: Argument<Name>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Answered<Name>>;
}

export interface ServerExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly member: Member;
  readonly space: Space;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /**
   * The body as it was sent, still packed. Bodies of all requests share a bound of memory: one waits until there is
   * room, and is refused with 503 when that takes long. Its buffer is its own and may be transferred.
   */
  body(maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Gives a machine to this user that nobody in the workspace has. The server's own cannot be had. */
  claimMachine(machine: string): void;
  /** Whether this user may send in the name of a machine: it belongs to who pushed from it first in this workspace. */
  ownsMachine(machine: string): boolean;
  /** Sends JSON, compressed if the client takes that. */
  send(status: number, answer: object): Promise<void>;
  /** A line in the audit, such as `forget` with the ids of sessions. */
  audit(action: string, subject: string): void;
}

/** An address of the team server besides those of `serve`. Errors thrown by `run` are answered as they are there. */
export interface ServerRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Exact; there are no names in it. */
  readonly path: string;
  /** One line without a full stop, for docs/server.md. */
  readonly summary: string;
  /** The least role that may ask. In their own space everybody but a reader is an admin. */
  readonly role: Role;
  run(exchange: ServerExchange): Promise<void>;
}
