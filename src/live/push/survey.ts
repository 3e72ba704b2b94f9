import { existsSync } from 'node:fs';
import { isExcluded } from '../../ingest/find/find-files.ts';
import { turnOf } from '../../ingest/find/turn-of.ts';
import { isInside } from '../../ingest/archive/restore.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import { peekRanges } from '../../platform/files/peek.ts';
import { isMachineName } from '../../platform/machine-name.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import type { FileMark, StoreReader } from '../../store/store.ts';
import { shareFileOf } from './share-file.ts';
import { sharedAs, type Shared, type ShareRules } from './share-rules.ts';
import type { Target, Watermark, Watermarks } from './watermarks.ts';

export interface SurveyOptions {
  readonly read: StoreReader;
  readonly sources: readonly Source[];
  readonly watermarks: Watermarks;
  readonly server: string;
  readonly rules: ShareRules | undefined;
  /** Patterns of `exclude`: what was archived before it was excluded is not sent either. */
  readonly exclude: readonly string[];
}

/** A file with something new to send. */
export interface PendingFile {
  readonly mark: FileMark;
  readonly target: Target;
  readonly watermark: Watermark | undefined;
  readonly session: SessionUid;
  readonly repo: string | null;
  readonly isDocument: boolean;
  /** Of each folder that sessions in the file worked in. */
  readonly repositories: Readonly<Record<string, string>>;
}

export type WhyLeftOut =
  | 'not-shared'
  | 'opted-out'
  | 'excluded'
  | 'secret-in-name'
  | 'evicted'
  | 'unfinished'
  | 'refused'
  | 'no-session';

export interface LeftOut {
  readonly session: SessionUid;
  readonly path: string;
  readonly repo: string | null;
  readonly why: WhyLeftOut;
}

export interface Survey {
  /** In the order in which they are to be sent: originals before their forks. */
  readonly pending: readonly PendingFile[];
  readonly leftOut: readonly LeftOut[];
  /** Files that were sent to their end. */
  readonly upToDate: number;
  /** All files of the archive that may be sent. */
  readonly paths: ReadonlySet<string>;
}

/** What of an archive is still to be sent, and what is not and why. */
export async function survey(options: SurveyOptions): Promise<Survey> {
  return await new Surveyor(options).survey();
}

interface Placed {
  readonly session: Session | undefined;
  readonly shared: Shared;
}

class Surveyor {
  readonly #options: SurveyOptions;
  readonly #sessions = new Map<SessionUid, Placed>();
  readonly #files = new Map<string, ReturnType<typeof shareFileOf>>();

  constructor(options: SurveyOptions) {
    this.#options = options;
  }

  async survey(): Promise<Survey> {
    const { read } = this.#options;
    const pending: { readonly file: PendingFile; readonly turn: number }[] = [];
    const leftOut: LeftOut[] = [];
    const paths = new Set<string>();
    let upToDate = 0;
    for await (const mark of read.files('here')) {
      if (mark.role === 'side' || isElsewhere(mark.path)) continue;
      paths.add(mark.path);
      const { session, shared } = await this.#placed(mark.session);
      const repo = session?.repo ?? null;
      const why = await this.#whyNot(mark, session, shared);
      if (why !== undefined) {
        leftOut.push({ session: mark.session, path: mark.path, repo, why });
        continue;
      }
      const target: Target = { server: this.#options.server, space: shared.as === 'mine' ? 'mine' : 'team' };
      const watermark = this.#options.watermarks.get(target, mark.path);
      const state = stateOf(mark, watermark);
      if (state === 'sent') upToDate++;
      else if (state !== 'pending') leftOut.push({ session: mark.session, path: mark.path, repo, why: state });
      else {
        const found = await this.#pending(mark, target, watermark, repo);
        if (found) pending.push(found);
        else leftOut.push({ session: mark.session, path: mark.path, repo, why: 'unfinished' });
      }
    }
    pending.sort(
      (a, b) =>
        a.turn - b.turn ||
        (a.file.mark.number ?? 0) - (b.file.mark.number ?? 0) ||
        (a.file.mark.path < b.file.mark.path ? -1 : 1),
    );
    return { pending: pending.map(({ file }) => file), leftOut, upToDate, paths };
  }

  async #whyNot(mark: FileMark, session: Session | undefined, shared: Shared): Promise<WhyLeftOut | undefined> {
    const { read, exclude } = this.#options;
    if (shared.as === 'none') return shared.by === 'default' ? 'not-shared' : 'opted-out';
    if (isExcluded(mark.path, exclude) || (session?.cwd && isExcluded(session.cwd, exclude))) return 'excluded';
    if (hasSecret(mark.path) || hasSecret(mark.session) || mark.session.includes(':masked-')) return 'secret-in-name';
    // All that is in a file is sent, or nothing of it.
    for (const uid of await read.sharingFiles(mark.session)) {
      const other = (await this.#placed(uid)).shared;
      if (other.as !== shared.as) return 'opted-out';
    }
    return undefined;
  }

  async #placed(uid: SessionUid, depth = 0): Promise<Placed> {
    const known = this.#sessions.get(uid);
    if (known) return known;
    const { read, rules } = this.#options;
    const session = await read.session(uid);
    // A sub-agent belongs to what started it, which may also be all that shows where it worked.
    const parent = session?.parent && depth < 8 ? await this.#placed(session.parent.uid, depth + 1) : undefined;
    const cwd = session?.cwd ?? parent?.session?.cwd ?? null;
    const repo = session?.repo ?? parent?.session?.repo ?? null;
    const own = sharedAs(rules, { repo, cwd }, cwd === null ? undefined : this.#inFile(cwd));
    const shared = parent?.session && session?.parent?.relation === 'subagent' ? reserved(own, parent.shared) : own;
    const placed = { session, shared };
    this.#sessions.set(uid, placed);
    return placed;
  }

  /** What the repository's own file says, or share when the folder was still there. */
  #inFile(cwd: string): ReturnType<typeof shareFileOf> {
    if (this.#files.has(cwd)) return this.#files.get(cwd);
    const { watermarks } = this.#options;
    const isHere = existsSync(cwd);
    const share = isHere ? shareFileOf(cwd) : watermarks.shareOf(cwd);
    if (isHere && share !== watermarks.shareOf(cwd)) watermarks.putShare(cwd, share);
    this.#files.set(cwd, share);
    return share;
  }

  async #pending(mark: FileMark, target: Target, watermark: Watermark | undefined, repo: string | null) {
    const { read, sources } = this.#options;
    const source = sources.find(({ name }) => name === mark.source);
    if (!source) return undefined;
    const isContained = source.container !== undefined && isInside(mark.path);
    let turn = Number.NEGATIVE_INFINITY;
    let isDocument = false;
    if (watermark === undefined || source.document) {
      const peek = await peekRanges(mark.path, mark.bytes, (from, to) => read.bytes(mark.path, mark.version, from, to));
      if (watermark === undefined) turn = turnOf(source.identify(peek));
      isDocument = !isContained && source.document?.(peek) !== undefined;
    }
    // The agent is writing it, or died while it did.
    if (isDocument && mark.torn) return undefined;
    const repositories = await this.#repositories(mark.session);
    return { turn, file: { mark, target, watermark, session: mark.session, repo, isDocument, repositories } };
  }

  async #repositories(uid: SessionUid): Promise<Readonly<Record<string, string>>> {
    const { read } = this.#options;
    const found: Record<string, string> = {};
    for (const each of [uid, ...(await read.sharingFiles(uid))]) {
      const { session } = await this.#placed(each);
      const { cwd, repo } = session ?? {};
      if (typeof cwd === 'string' && typeof repo === 'string' && !hasSecret(cwd) && !hasSecret(repo)) found[cwd] = repo;
    }
    return found;
  }
}

/** A sub-agent is not shown to more people than what started it. */
function reserved(own: Shared, parent: Shared): Shared {
  const order = ['team', 'mine', 'none'];
  return order.indexOf(parent.as) > order.indexOf(own.as) || own.by === 'default' ? parent : own;
}

function stateOf(mark: FileMark, watermark: Watermark | undefined): 'sent' | 'pending' | 'evicted' | 'refused' {
  const isSent = watermark !== undefined && watermark.version === mark.version && watermark.bytes >= mark.offset;
  if (watermark?.refused !== undefined && (isSent || !mayChange.has(watermark.refused))) return 'refused';
  if (isSent || mark.offset === 0) return 'sent';
  return mark.evicted ? 'evicted' : 'pending';
}

/** Another version of the server may take it. */
const mayChange: ReadonlySet<string> = new Set(['unknown-source', 'unreadable']);

function hasSecret(text: string): boolean {
  return redact(text) !== text;
}

/** Other machines send their own files, where several share an archive. */
function isElsewhere(path: string): boolean {
  const colon = path.indexOf(':');
  return colon > 0 && isMachineName(path.slice(0, colon));
}
