// What a strict stranger may log, and with which types it comes back.
import { EventLogger } from 'stemma';
import type { Answered, Ended, Event, EventId, FailureAnswer, LogEvent, Scope, ScopeEvent } from 'stemma';
import { stemmaSpanExporter, stemmaSpanProcessor } from 'stemma/otel';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { same } from '../same.js';

same<Parameters<EventLogger['log']>, [event: LogEvent]>(true);
same<ReturnType<EventLogger['log']>, EventId>(true);
same<ReturnType<EventLogger['flush']>, Promise<void>>(true);
same<Awaited<ReturnType<EventLogger['getRecentEvents']>>, readonly Event[]>(true);
same<Awaited<ReturnType<EventLogger['getFailureChain']>>, Answered<FailureAnswer>>(true);
same<Parameters<EventLogger['startScope']>, [event: ScopeEvent]>(true);
same<Parameters<Scope['end']>[1], Ended | undefined>(true);

export async function use(): Promise<void> {
  await using logger = new EventLogger({ home: '/somewhere', session: 'nightly', queue: { onFull: 'drop-old' } });
  const id = logger.log({
    type: 'spawn_decision',
    payload: { worker: 3 },
    at: new Date(),
    tokens: { input: 1, output: 2 },
  });
  same<typeof id, EventId>(true);

  // What is run inside decides what comes out, promise or not.
  same<number, ReturnType<typeof sum>>(true);
  const [now, later] = [logger.withParent(id, () => 7), logger.withParent(id, async () => 'seven')];
  same<[typeof now, typeof later], [number, Promise<string>]>(true);
  const scoped = await logger.scope({ type: 'deploy', tool: 'ssh' }, async (scope) => {
    same<typeof scope, Scope>(true);
    same<typeof scope.id, EventId>(true);
    return scope.run(() => 1n);
  });
  same<typeof scoped, bigint>(true);
  const bound = logger.bind(sum);
  same<Parameters<typeof bound>, Parameters<typeof sum>>(true);

  using scope = logger.startScope({ type: 'request', parent: id });
  scope.end('done', { model: 'm', tokens: { output: 3 }, exitCode: 0 });

  // @ts-expect-error An event has a type.
  logger.log({ payload: 1 });
  // @ts-expect-error No such kind.
  logger.log({ type: 'x', kind: 'dream' });
  // @ts-expect-error Results are made by scopes.
  logger.log({ type: 'x', kind: 'tool_result' });
  // @ts-expect-error A scope begins; how it ended is said when it does.
  logger.startScope({ type: 'x', failed: true });
  // @ts-expect-error No such way to overflow.
  new EventLogger({ queue: { onFull: 'explode' } });
}

function sum(a: number, b: number): number {
  return a + b;
}

/** What they make fits the SDK's own types, though nothing in stemma knows them. */
export function traced(logger: EventLogger): BasicTracerProvider {
  const processor: SpanProcessor = stemmaSpanProcessor(logger, {
    include: ({ name, attributes }) => name !== 'http' && attributes['noise'] !== true,
  });
  const exporter: SpanExporter = stemmaSpanExporter(logger);
  return new BasicTracerProvider({ spanProcessors: [processor, new BatchSpanProcessor(exporter)] });
}
