import { resolve } from 'node:path';
import { priced } from '../ask/cost/priced.ts';
import type { QuestionContext } from '../ask/question/question.ts';
import { redacted } from '../ask/redaction/redacted.ts';
import { knownFailures, otherModel } from '../ask/similar/similar.ts';
import type { IngestReport, Progress } from '../ingest/ingest.ts';
import { ingestAll } from '../live/ingest-all.ts';
import { modelAt } from '../memory/embed/model/model-at.ts';
import type { Endpoint } from '../memory/embed/endpoint.ts';
import type { Machine, Source } from '../sources/source.ts';
import type { StoreMode, StoreOpenedTo } from '../store/store.ts';
import type { Judged, RemovedJudgement } from '../ask/judge/judged.ts';
import type { OptionFields } from '../ask/question/field.ts';
import type { Entry } from '../entries/entry.ts';
import { recordJudgement } from '../entries/record-judgement.ts';
import { removeJudgement } from '../entries/remove-judgement.ts';
import { parseArguments } from './parse-arguments.ts';
import { ChainTracker } from './chain-tracker.ts';
import { questionMethods, type QuestionMethods } from './methods.ts';
import { placeOf } from './place-of.ts';
import type { PlaceOptions } from './place-of.ts';
import { SkillsTrackerOf } from './skills-tracker.ts';

export interface StemmaOptions extends PlaceOptions {
  /**
   * Your own embedding model, used by `similar`; stemma's table when absent. `config.json` is read by the command line
   * only.
   */
  readonly embedding?: Endpoint;
  /** Agents to read besides those stemma knows: see `stemma/source`. */
  readonly sources?: readonly Source[];
}

export interface IngestRequest {
  /** Files and folders; everything found on this machine when absent. */
  readonly paths?: readonly string[];
  /** Name of the only source to look for. */
  readonly source?: string;
  readonly exclude?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** The answers of a judge. */
export interface JudgementReport {
  /** Texts with the JSON that `judgePlan` asks for, in the order of its windows. */
  readonly answers: readonly string[];
  /** The name of the model that judged. */
  readonly model: string;
}

/**
 * An archive and its questions. Each answer is the object that the command of the same name prints with `--json`.
 * Sessions and events are named by uid, id, native id or any unique start; no session name means the newest.
 * Questions never ingest; answers are redacted. An input that does not fit is refused with a `StemmaError`.
 */
export interface Stemma extends QuestionMethods, AsyncDisposable {
  /** Waits for another writer; may be called again and again. */
  ingest(request?: IngestRequest): Promise<IngestReport>;
  /**
   * Keeps what a model answered to the questions of `judgePlan`, one answer for each window. It replaces an earlier
   * judgement of the session.
   */
  recordJudgement(session: string, judgement: JudgementReport): Promise<Judged>;
  /** What was inferred counts again. */
  removeJudgement(session: string): Promise<RemovedJudgement>;
  /** Manual entries about failures and what was done about them. */
  readonly tracker: ChainTracker;
  /** Which skills are used for what, and how well they work: manual and mined. */
  readonly skills: SkillsTrackerOf;
  close(): Promise<void>;
}

/** The real parts; index.ts chooses them. */
export interface Parts {
  readonly openStore: <Mode extends StoreMode>(path: string, mode: Mode) => Promise<StoreOpenedTo<Mode>>;
  readonly sources: readonly Source[];
  readonly machine: Machine;
  readonly clock: () => number;
}

export async function openStemmaOf(
  { openStore, sources: known, machine, clock }: Parts,
  options: StemmaOptions = {},
): Promise<Stemma> {
  const sources = [...known, ...(options.sources ?? [])];
  const { home, path, workspace } = placeOf(machine, options);
  let store = await openStore(path, 'read');
  let read = priced(redacted(store.read), home);
  const models = { endpoint: options.embedding && otherModel(options.embedding), model: modelAt(home) };
  let failures = knownFailures(read, models);
  // If there was no archive before, an empty one was being read. Until the next one is open, it stays.
  const renew = async () => {
    const former = store;
    store = await openStore(path, 'read');
    read = priced(redacted(store.read), home);
    failures = knownFailures(read, models);
    await former[Symbol.asyncDispose]();
  };
  const archive = { read: async () => read, openToWrite: () => openStore(path, 'write'), renew, close: async () => {} };
  const { embedding } = options;
  const tracker = new ChainTracker({ archive, workspace, clock, home, ...(embedding && { embedding }) });
  const skills = new SkillsTrackerOf({ archive, workspace, clock });
  const close = async () => {
    await tracker.close();
    await skills.close();
    await store[Symbol.asyncDispose]();
  };
  const context = async (): Promise<QuestionContext> => ({
    read,
    failures,
    sources: async () => sources,
    raw: false,
    now: clock(),
    home,
    folder: resolve('.'),
  });

  /** Checks everything before the archive is opened to write. */
  const enter = async <F extends OptionFields, Answer>(
    entry: Entry<F, Answer>,
    args: readonly unknown[],
  ): Promise<Answer> => {
    const input = parseArguments(entry, args, clock());
    await entry.check?.(read, input);
    await using writing = await openStore(path, 'write');
    return entry.run({ store: writing, workspace, clock }, input);
  };

  return {
    ...questionMethods(context, clock),
    recordJudgement: (...args) => enter(recordJudgement, args),
    removeJudgement: (...args) => enter(removeJudgement, args),
    async ingest({ source, exclude = [], ...request } = {}) {
      await using writing = await openStore(path, 'write');
      const report = await ingestAll({
        home,
        store: writing,
        sources,
        machine,
        exclude,
        workspace,
        clock,
        ...request,
        ...(source ? { only: source } : {}),
      });
      await renew();
      return report;
    },
    tracker,
    skills,
    close,
    [Symbol.asyncDispose]: close,
  };
}
