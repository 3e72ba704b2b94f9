// What a strict stranger may write with `stemma`, and what their compiler must refuse.
import { CausalChainTracker, openStemma, parseEvent, SkillsTracker, StemmaError } from 'stemma';
import type {
  BlameAnswer,
  CausalChain,
  ChainsAnswer,
  CompareAnswer,
  CostAnswer,
  CriticalPathAnswer,
  DigestAnswer,
  ErrorCode,
  ErrorsAnswer,
  ErrorsEverywhere,
  Event,
  EventAnswer,
  EventId,
  FailureAnswer,
  GraphAnswer,
  HandoffAnswer,
  ImpactAnswer,
  IngestReport,
  Invocation,
  InvocationsAnswer,
  Listed,
  ListedSession,
  PatternsAnswer,
  PerformanceAnswer,
  Replayed,
  ResumeAnswer,
  RootsAnswer,
  SearchAnswer,
  SessionsAnswer,
  SessionUid,
  SimilarAnswer,
  StatsAnswer,
  Stemma,
  TimelineAnswer,
  TreeAnswer,
  UnresolvedAnswer,
  WhyAnswer,
} from 'stemma';
import type { Event as EventOfTypes, WhyAnswer as WhyAnswerOfTypes } from 'stemma/types';
import { same } from '../same.js';

/** What each question gives, by the name it can be imported under. */
interface Answers {
  sessions: SessionsAnswer;
  session: ListedSession;
  timeline: TimelineAnswer;
  graph: GraphAnswer;
  tree: TreeAnswer;
  why: WhyAnswer;
  impact: ImpactAnswer;
  roots: RootsAnswer;
  criticalPath: CriticalPathAnswer;
  failure: FailureAnswer;
  errors: ErrorsAnswer;
  errorsEverywhere: ErrorsEverywhere;
  similar: SimilarAnswer;
  patterns: PatternsAnswer;
  unresolved: UnresolvedAnswer;
  resume: ResumeAnswer;
  handoff: HandoffAnswer;
  blame: BlameAnswer;
  compare: CompareAnswer;
  digest: DigestAnswer;
  cost: CostAnswer;
  stats: StatsAnswer;
  performance: PerformanceAnswer;
  event: EventAnswer;
  search: SearchAnswer;
  ingest: IngestReport;
  close: void;
}
type Asked = {
  -readonly [
    Name in keyof Stemma as Stemma[Name] extends (...args: never) => Promise<unknown>
      ? Name extends symbol
        ? never
        : Name
      : never
  ]: Stemma[Name] extends (...args: never) => Promise<infer Answer> ? Answer : never;
};
same<Pick<Asked, keyof Answers>, Answers>(true);
same<ReturnType<Stemma['replay']>, AsyncIterable<Replayed>>(true);
same<ReturnType<Stemma['export']>, AsyncIterable<string>>(true);

same<ReturnType<typeof openStemma>, Promise<Stemma>>(true);

// One model, whichever door it came through.
same<Event, EventOfTypes>(true);
same<WhyAnswer, WhyAnswerOfTypes>(true);

export async function use(): Promise<void> {
  await using stemma = await openStemma({ home: '/somewhere', db: 'postgres://team/stemma', workspace: 'team' });
  const { sessions, total, truncated } = await stemma.sessions({ limit: 5 });
  same<[typeof total, typeof truncated], [number, boolean]>(true);
  const first = sessions[0];
  // @ts-expect-error The list may be empty.
  const _uid: SessionUid = first.uid;

  const { causes } = await stemma.why('ev_1', { limit: 10, session: 'claude:1' });
  for (const { step, via } of causes)
    same<[typeof step.id, typeof via.basis], [EventId, 'recorded' | 'judged' | 'inferred']>(true);
  // @ts-expect-error Of which event?
  await stemma.why();
  // @ts-expect-error No such option.
  await stemma.why('ev_1', { colour: 'red' });
  // @ts-expect-error No such kind.
  await stemma.timeline('claude:1', { kinds: ['dream'] });
  for await (const { event } of stemma.replay('claude:1')) same<typeof event, Event>(true);
  for await (const text of stemma.export('claude:1', 'svg')) same<typeof text, string>(true);
  // @ts-expect-error No such format.
  stemma.export('claude:1', 'pdf');
  // @ts-expect-error An archive is a place, not a text.
  await openStemma('/somewhere');
}

export function brands(id: EventId, uid: SessionUid): void {
  const _text: string = id;
  // @ts-expect-error An id is made by stemma.
  const _id: EventId = 'ev_1';
  // @ts-expect-error The uid of a session is no id of an event.
  const _mixed: EventId = uid;
}

export function checked(json: string): Event {
  try {
    return parseEvent(json);
  } catch (error) {
    if (!(error instanceof StemmaError)) throw error;
    same<[typeof error.code, typeof error.hint], [ErrorCode, string]>(true);
    // @ts-expect-error No such code.
    if (error.code === 'out-of-luck') return parseEvent('{}');
    throw error;
  }
}

export async function recorded(): Promise<void> {
  await using tracker = new CausalChainTracker({ home: '/somewhere' });
  same<Awaited<ReturnType<typeof tracker.getAllChains>>, Listed<ChainsAnswer, CausalChain>>(true);
  same<ChainsAnswer['chains'], readonly CausalChain[]>(true);
  await using skills = new SkillsTracker({ home: '/somewhere' });
  same<Awaited<ReturnType<typeof skills.getSessionSkills>>, Listed<InvocationsAnswer, Invocation>>(true);
}
