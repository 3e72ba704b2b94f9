import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AskedArchive, Opened } from '../../ask/archive/archive.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { dataPolicy, everywhere } from '../response/security-headers.ts';
import { HttpError } from '../response/http-error.ts';
import { Follower } from './follower.ts';
import { asText, type Update } from './update.ts';

export interface HubOptions {
  readonly archive: AskedArchive;
  /** How often to look whether anything has changed. */
  readonly everyMs?: number;
  readonly beatMs?: number;
  /** Changes other than new events are sent at most this often. */
  readonly archiveEveryMs?: number;
}

/**
 * Sends news of the archive to all followers, whether it comes from this server's watch or another process. The archive
 * is polled once for everybody, and only while somebody follows. Updates are numbered and the last ones kept: a client
 * that was away for a moment gets what it missed.
 */
export class Hub {
  readonly #options: Required<HubOptions>;
  /** Marks of another server are not valid here. */
  readonly #boot = randomBytes(6).toString('base64url');
  readonly #followers = new Set<Follower>();
  readonly #recent: { readonly number: number; readonly update: Update; readonly size: number }[] = [];
  #recentSize = 0;
  #number = 0;
  #seen:
    | { readonly opened: Opened; readonly change: string; readonly mark: number; readonly isEmpty: boolean }
    | undefined;
  #archiveSentAt = 0;
  #archiveChanged = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isTroubled = false;

  constructor({ archive, everyMs = 400, beatMs = 15_000, archiveEveryMs = 3_000 }: HubOptions) {
    this.#options = { archive, everyMs, beatMs, archiveEveryMs };
  }

  get followers(): number {
    return this.#followers.size;
  }

  /** Keeps the connection and sends updates until it is closed. */
  async follow(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isClosed || this.#followers.size >= maxFollowers) {
      throw new HttpError(503, 'too-many', `${this.#followers.size} clients follow already.`, {
        hint: 'Close a page that is open elsewhere, or try again later.',
        headers: { 'retry-after': '10' },
      });
    }
    // The connection starts at a known moment: what is older is found by asking, what is newer is sent.
    await this.#look();
    const missed = this.#since(request.headers['last-event-id']);
    response.writeHead(200, {
      ...everywhere,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': dataPolicy,
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    request.socket.setNoDelay(true);
    request.socket.setTimeout(0);
    request.socket.setKeepAlive(true, 30_000);
    const follower = new Follower(response);
    response.on('drain', () => follower.catchUp(this.#mark(), performance.now()));
    response.write(`retry: 1000\n\n`);
    for (const update of missed) follower.send(update, performance.now());
    this.#followers.add(follower);
    this.#start();
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    await gone;
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#stop();
  }

  /** Something is known to be new: look at once. */
  nudge(): void {
    if (this.#followers.size > 0) void this.#look();
  }

  /** Ends all connections. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const follower of this.#followers) follower.destroy();
  }

  #mark(): string {
    return `${this.#boot}.${this.#number}`;
  }

  #since(last: string | string[] | undefined): readonly Update[] {
    const hello: Update = { event: 'hello', data: { mark: this.#mark() } };
    if (typeof last !== 'string') return [hello];
    const [boot, number] = last.split('.');
    const from = Number(number);
    const isKnown =
      boot === this.#boot &&
      Number.isSafeInteger(from) &&
      from <= this.#number &&
      (from === this.#number || (this.#recent[0]?.number ?? Infinity) <= from + 1);
    return isKnown
      ? [...this.#recent.filter((each) => each.number > from).map(({ update }) => update), hello]
      : [{ event: 'reset', data: { mark: this.#mark() } }];
  }

  #start(): void {
    if (this.#timer !== undefined) return;
    const { everyMs, beatMs } = this.#options;
    let turn = 0;
    this.#timer = setInterval(() => {
      turn += 1;
      // An empty archive is opened again for every look, so look less often.
      if (!this.#seen?.isEmpty || turn % 5 === 0) void this.#look();
    }, everyMs);
    this.#beat = setInterval(() => {
      for (const follower of this.#followers) follower.beat(this.#mark(), performance.now());
    }, beatMs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    clearInterval(this.#beat);
    this.#timer = undefined;
    this.#beat = undefined;
    // Nothing is sent while nobody follows, but numbers go on: a client that comes back knows that it missed something.
    this.#seen = undefined;
    this.#recent.length = 0;
    this.#recentSize = 0;
    this.#number += 1;
  }

  /** One look at a time. It never fails: an archive that cannot be read now is tried again. */
  #look(): Promise<void> {
    this.#looking ??= this.#tryLooking().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #tryLooking(): Promise<void> {
    try {
      await this.#lookOnce();
      this.#isTroubled = false;
    } catch {
      this.#isTroubled = true;
    }
  }

  async #lookOnce(): Promise<void> {
    await this.#options.archive.ask(async (opened) => {
      const { read } = opened;
      const change = await read.changeMark();
      const seen = this.#seen;
      if (!seen) {
        this.#seen = { opened, change, mark: await read.newest(), isEmpty: await hasNothing(opened) };
        // Clients that connected meanwhile were promised that nothing is left out.
        if (this.#isTroubled) this.#publish({ event: 'reset', data: { mark: '' } });
        return;
      }
      if (seen.opened !== opened) {
        // Another connection or another archive: what happened in between is unknown. An empty archive is opened again
        // for every question.
        const isEmpty = await hasNothing(opened);
        this.#seen = { opened, change, mark: await read.newest(), isEmpty };
        if (!(isEmpty && seen.isEmpty)) this.#publish({ event: 'reset', data: { mark: '' } });
        return;
      }
      if (seen.change !== change) {
        const newest = await read.newest();
        if (newest < seen.mark) {
          // Rebuilt from its bytes.
          this.#seen = { opened, change, mark: newest, isEmpty: false };
          this.#publish({ event: 'reset', data: { mark: '' } });
          return;
        }
        const { sessions, mark, isMore } = await changedSessions(opened, seen.mark);
        this.#seen = { opened, change, mark: isMore ? await read.newest() : mark, isEmpty: false };
        if (isMore) this.#publish({ event: 'reset', data: { mark: '' } });
        else if (sessions.length > 0) this.#publish({ event: 'sessions', data: { mark: '', sessions } });
        this.#archiveChanged = true;
      }
      if (this.#archiveChanged && performance.now() - this.#archiveSentAt >= this.#options.archiveEveryMs) {
        this.#archiveChanged = false;
        this.#archiveSentAt = performance.now();
        this.#publish({ event: 'archive', data: { mark: '' } });
      }
    });
  }

  #publish(unmarked: Update): void {
    this.#number += 1;
    const update = { ...unmarked, data: { ...unmarked.data, mark: this.#mark() } } as Update;
    const size = asText(update).length;
    this.#recent.push({ number: this.#number, update, size });
    this.#recentSize += size;
    while (this.#recent.length > maxRecent || this.#recentSize > maxRecentSize)
      this.#recentSize -= this.#recent.shift()!.size;
    const now = performance.now();
    for (const follower of this.#followers) follower.send(update, now);
  }
}

async function hasNothing({ read }: Opened): Promise<boolean> {
  return (await read.sessions({}, { limit: 1, offset: 0 })).total === 0;
}

/** The sessions with events after the mark, as they are now. */
async function changedSessions(
  { read }: Opened,
  from: number,
): Promise<{ readonly sessions: readonly Session[]; readonly mark: number; readonly isMore: boolean }> {
  const uids = new Set<SessionUid>();
  let mark = from;
  for (let page = 0; page < maxPages; page += 1) {
    const found = await read.eventsSince(mark, pageSize);
    mark = found.mark;
    for (const { session } of found.events) uids.add(session);
    if (found.events.length < pageSize) {
      if (uids.size > maxSessions) break;
      const sessions: Session[] = [];
      for (const uid of uids) {
        const session = await read.session(uid);
        if (session) sessions.push(session);
      }
      return { sessions, mark, isMore: false };
    }
  }
  return { sessions: [], mark, isMore: true };
}

const maxFollowers = 256;
const maxRecent = 500;
const maxRecentSize = 2 * 1024 * 1024;
const pageSize = 1_000;
/** After a large ingest nobody wants an update per session: everything is asked for again. */
const maxPages = 10;
const maxSessions = 100;
