import { isObject, list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { attributesOf, valueOf } from './attributes.ts';

/** A span or a log record of any origin. Times are milliseconds, with fractions. */
export interface Telemetry {
  readonly signal: 'span' | 'log';
  readonly service: string | undefined;
  readonly version: string | undefined;
  readonly scope: string | undefined;
  readonly name: string;
  /** Hexadecimal, whatever they were written in. */
  readonly trace: string | undefined;
  /** Of a log record: the span it was written in. */
  readonly span: string | undefined;
  readonly parent: string | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly failed: true | undefined;
  /** What the status says. */
  readonly message: string | undefined;
  readonly body: unknown;
  readonly attributes: JsonObject;
  readonly events: readonly { readonly name: string; readonly attributes: JsonObject }[];
  /** Other spans that this one names as its causes; absent when there are none. */
  readonly links?: readonly SpanLink[];
}

export interface SpanLink {
  readonly trace: string;
  readonly span: string;
}

/** The spans and log records of a value. Empty for anything else; metrics hold no event. */
export function telemetryIn(value: unknown): readonly Telemetry[] {
  if (Array.isArray(value)) return value.flatMap(telemetryIn);
  if (!isObject(value)) return [];
  if (isRequest(value)) return fromRequest(value);
  // Collectors store the request inside an envelope.
  if (isObject(value['body']) && isRequest(value['body'])) return fromRequest(value['body']);
  return isSdkRecord(value) ? [fromSdk(value)] : [];
}

export function isTelemetry(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && isTelemetry(value[0]);
  return (
    isObject(value) &&
    (isRequest(value) ||
      (isObject(value['body']) && isRequest(value['body'])) ||
      isSdkRecord(value) ||
      isSdkMetric(value))
  );
}

function isRequest(value: JsonObject): boolean {
  return (
    Array.isArray(value['resourceSpans']) ||
    Array.isArray(value['resourceLogs']) ||
    Array.isArray(value['resourceMetrics'])
  );
}

/** What a JavaScript SDK prints, and Copilot's file exporter, which is cleaner. */
function isSdkRecord(value: JsonObject): boolean {
  if (value['type'] === 'span') return typeof value['traceId'] === 'string' && Array.isArray(value['startTime']);
  return (
    isObject(value['attributes']) &&
    isObject(value['instrumentationScope']) &&
    (isObject(value['_spanContext']) || Array.isArray(value['_hrTime']))
  );
}

function isSdkMetric(value: JsonObject): boolean {
  return (
    (value['type'] === 'metric' && Array.isArray(value['dataPoints'])) ||
    (isObject(value['resource']) && Array.isArray(value['scopeMetrics']))
  );
}

function fromRequest(request: JsonObject): readonly Telemetry[] {
  const found: Telemetry[] = [];
  for (const resource of list(request['resourceSpans']).map(object)) {
    for (const scoped of list(resource['scopeSpans'] ?? resource['instrumentationLibrarySpans']).map(object)) {
      for (const span of list(scoped['spans']))
        if (isObject(span)) found.push({ ...aroundOf(resource, scoped), ...spanOf(span) });
    }
  }
  for (const resource of list(request['resourceLogs']).map(object)) {
    for (const scoped of list(resource['scopeLogs'] ?? resource['instrumentationLibraryLogs']).map(object)) {
      for (const record of list(scoped['logRecords']))
        if (isObject(record)) found.push({ ...aroundOf(resource, scoped), ...logOf(record) });
    }
  }
  return found;
}

type Around = Pick<Telemetry, 'service' | 'version' | 'scope'>;

function aroundOf(resource: JsonObject, scoped: JsonObject): Around {
  const { 'service.name': service, 'service.version': version } = attributesOf(
    object(resource['resource'])['attributes'],
  );
  return {
    service: name(service),
    version: name(version),
    scope: name(object(scoped['scope'] ?? scoped['instrumentationLibrary'])['name']),
  };
}

function spanOf(span: JsonObject): Omit<Telemetry, keyof Around> {
  const status = object(span['status']);
  return {
    signal: 'span',
    name: text(span['name']) ?? '',
    trace: idOf(span['traceId']),
    span: idOf(span['spanId']),
    parent: idOf(span['parentSpanId']),
    start: nanoseconds(span['startTimeUnixNano']),
    end: nanoseconds(span['endTimeUnixNano']),
    failed: isError(status['code']),
    message: text(status['message']) || undefined,
    body: undefined,
    attributes: withoutBallast(attributesOf(span['attributes'])),
    events: list(span['events'])
      .filter(isObject)
      .map((event) => ({ name: text(event['name']) ?? '', attributes: attributesOf(event['attributes']) })),
    ...linksOf(span['links']),
  };
}

/** A hostile span may have any number. */
const maxLinks = 32;

function linksOf(value: unknown): Pick<Telemetry, 'links'> {
  const links = list(value)
    .slice(0, maxLinks)
    .map(object)
    .flatMap((link): SpanLink[] => {
      const context = object(link['context']);
      const trace = idOf(link['traceId'] ?? context['traceId']);
      const span = idOf(link['spanId'] ?? context['spanId']);
      return trace === undefined || span === undefined ? [] : [{ trace, span }];
    });
  return links.length > 0 ? { links } : {};
}

function logOf(record: JsonObject): Omit<Telemetry, keyof Around> {
  const attributes = attributesOf(record['attributes']);
  const body = valueOf(record['body']);
  return {
    signal: 'log',
    // Codex uses a source line as the name of the event.
    name:
      name(attributes['event.name']) ?? name(record['eventName']) ?? name(body)?.split('\n', 1)[0]!.slice(0, 200) ?? '',
    trace: idOf(record['traceId']),
    span: idOf(record['spanId']),
    parent: undefined,
    start: nanoseconds(record['timeUnixNano']) ?? nanoseconds(record['observedTimeUnixNano']),
    end: undefined,
    failed: undefined,
    message: undefined,
    body: body ?? undefined,
    attributes: withoutBallast(attributes),
    events: [],
  };
}

function fromSdk(value: JsonObject): Telemetry {
  const resource = object(value['resource']);
  const { 'service.name': service, 'service.version': version } = attributesOf(
    resource['attributes'] ?? resource['_rawAttributes'],
  );
  const context = object(value['_spanContext'] ?? value['spanContext']);
  const attributes = object(value['attributes']);
  const isSpan = Array.isArray(value['startTime']);
  const status = object(value['status']);
  const body = value['_body'] ?? value['body'];
  return {
    service: name(service),
    version: name(version),
    scope: name(object(value['instrumentationScope'])['name']),
    signal: isSpan ? 'span' : 'log',
    name:
      (isSpan ? text(value['name']) : undefined) ?? name(attributes['event.name']) ?? name(body)?.slice(0, 200) ?? '',
    trace: idOf(value['traceId'] ?? context['traceId']),
    span: idOf(value['spanId'] ?? context['spanId']),
    parent: idOf(value['parentSpanId'] ?? object(value['parentSpanContext'])['spanId']),
    start: seconds(value['startTime'] ?? value['_hrTime'] ?? value['hrTime']),
    end: seconds(value['endTime']),
    failed: isSpan ? isError(status['code']) : undefined,
    message: text(status['message']) || undefined,
    body: isSpan ? undefined : body,
    attributes: withoutBallast(attributes),
    events: list(value['events'])
      .filter(isObject)
      .map((event) => ({ name: text(event['name']) ?? '', attributes: object(event['attributes']) })),
    ...linksOf(value['links']),
  };
}

/** Repeated with every request, and always the same: the list of tools, and the vendor's own prompt. */
function withoutBallast(attributes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !ballast.test(key)));
}

const ballast =
  /^(?:gen_ai\.tool\.definitions|gen_ai\.system_instructions|gen_ai\.tool\.description|gen_ai\.agent\.description|ai\.prompt\.tools|llm\.tools\..*|tool\.json_schema|tool\.description)$/;

/** Hexadecimal in OTLP's JSON, base64 in protobuf's; all zeros for nothing. */
function idOf(value: unknown): string | undefined {
  const id = name(value);
  if (id === undefined) return undefined;
  const hex = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i.test(id)
    ? id.toLowerCase()
    : Buffer.from(id, 'base64').toString('hex');
  return /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/.test(hex) && !/^0+$/.test(hex) ? hex : undefined;
}

function nanoseconds(value: unknown): number | undefined {
  const at = typeof value === 'string' || typeof value === 'number' ? Number(value) / 1e6 : Number.NaN;
  return Number.isFinite(at) && at > 0 ? at : undefined;
}

function seconds(pair: unknown): number | undefined {
  const [whole, rest] = list(pair).map(number);
  return whole === undefined || rest === undefined ? undefined : whole * 1000 + rest / 1e6;
}

function isError(code: unknown): true | undefined {
  return code === 2 || code === 'STATUS_CODE_ERROR' ? true : undefined;
}
