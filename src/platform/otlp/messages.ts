/** What a field of a message holds. `id` is bytes that OTLP's JSON writes in hexadecimal, and not in base64. */
export type FieldType =
  | 'string'
  | 'bytes'
  | 'id'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'double'
  | 'fixed32'
  | 'fixed64'
  | (() => Message);

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly isList?: true;
}

/** A message by the numbers of its fields, as opentelemetry-proto 1.x declares them. */
export interface Message {
  readonly name: string;
  readonly fields: Readonly<Record<number, Field>>;
  /** Of its fields only the last one counts, and it is there even when it is empty. */
  readonly isOneOf?: true;
}

function list(name: string, type: FieldType): Field {
  return { name, type, isList: true };
}

function field(name: string, type: FieldType): Field {
  return { name, type };
}

const anyValue: Message = {
  name: 'AnyValue',
  isOneOf: true,
  fields: {
    1: field('stringValue', 'string'),
    2: field('boolValue', 'bool'),
    3: field('intValue', 'int64'),
    4: field('doubleValue', 'double'),
    5: field('arrayValue', () => arrayValue),
    6: field('kvlistValue', () => keyValueList),
    7: field('bytesValue', 'bytes'),
  },
};
const arrayValue: Message = { name: 'ArrayValue', fields: { 1: list('values', () => anyValue) } };
const keyValueList: Message = { name: 'KeyValueList', fields: { 1: list('values', () => keyValue) } };
const keyValue: Message = {
  name: 'KeyValue',
  fields: { 1: field('key', 'string'), 2: field('value', () => anyValue) },
};

const attributes = list('attributes', () => keyValue);
const droppedAttributes = field('droppedAttributesCount', 'int32');

const resource: Message = { name: 'Resource', fields: { 1: attributes, 2: droppedAttributes } };
const scope: Message = {
  name: 'InstrumentationScope',
  fields: { 1: field('name', 'string'), 2: field('version', 'string'), 3: attributes, 4: droppedAttributes },
};

const status: Message = { name: 'Status', fields: { 2: field('message', 'string'), 3: field('code', 'int32') } };
const spanEvent: Message = {
  name: 'Event',
  fields: { 1: field('timeUnixNano', 'fixed64'), 2: field('name', 'string'), 3: attributes, 4: droppedAttributes },
};
const link: Message = {
  name: 'Link',
  fields: {
    1: field('traceId', 'id'),
    2: field('spanId', 'id'),
    3: field('traceState', 'string'),
    4: attributes,
    5: droppedAttributes,
    6: field('flags', 'fixed32'),
  },
};
const span: Message = {
  name: 'Span',
  fields: {
    1: field('traceId', 'id'),
    2: field('spanId', 'id'),
    3: field('traceState', 'string'),
    4: field('parentSpanId', 'id'),
    5: field('name', 'string'),
    6: field('kind', 'int32'),
    7: field('startTimeUnixNano', 'fixed64'),
    8: field('endTimeUnixNano', 'fixed64'),
    9: attributes,
    10: droppedAttributes,
    11: list('events', () => spanEvent),
    12: field('droppedEventsCount', 'int32'),
    13: list('links', () => link),
    14: field('droppedLinksCount', 'int32'),
    15: field('status', () => status),
    16: field('flags', 'fixed32'),
  },
};
const logRecord: Message = {
  name: 'LogRecord',
  fields: {
    1: field('timeUnixNano', 'fixed64'),
    2: field('severityNumber', 'int32'),
    3: field('severityText', 'string'),
    5: field('body', () => anyValue),
    6: attributes,
    7: droppedAttributes,
    8: field('flags', 'fixed32'),
    9: field('traceId', 'id'),
    10: field('spanId', 'id'),
    11: field('observedTimeUnixNano', 'fixed64'),
    12: field('eventName', 'string'),
  },
};

const scopeSpans: Message = {
  name: 'ScopeSpans',
  fields: { 1: field('scope', () => scope), 2: list('spans', () => span), 3: field('schemaUrl', 'string') },
};
const scopeLogs: Message = {
  name: 'ScopeLogs',
  fields: { 1: field('scope', () => scope), 2: list('logRecords', () => logRecord), 3: field('schemaUrl', 'string') },
};
const resourceSpans: Message = {
  name: 'ResourceSpans',
  fields: {
    1: field('resource', () => resource),
    2: list('scopeSpans', () => scopeSpans),
    3: field('schemaUrl', 'string'),
  },
};
const resourceLogs: Message = {
  name: 'ResourceLogs',
  fields: {
    1: field('resource', () => resource),
    2: list('scopeLogs', () => scopeLogs),
    3: field('schemaUrl', 'string'),
  },
};

export const traceRequest: Message = {
  name: 'ExportTraceServiceRequest',
  fields: { 1: list('resourceSpans', () => resourceSpans) },
};
export const logsRequest: Message = {
  name: 'ExportLogsServiceRequest',
  fields: { 1: list('resourceLogs', () => resourceLogs) },
};

/** The answer to an export; the name of its counter depends on the signal. */
export function exportResponse(rejected: 'rejectedSpans' | 'rejectedLogRecords' | 'rejectedDataPoints'): Message {
  const partialSuccess: Message = {
    name: 'PartialSuccess',
    fields: { 1: field(rejected, 'int64'), 2: field('errorMessage', 'string') },
  };
  return { name: 'ExportResponse', fields: { 1: field('partialSuccess', () => partialSuccess) } };
}

/** `google.rpc.Status`, the body of a refusal. */
export const refusal: Message = {
  name: 'Status',
  fields: { 1: field('code', 'int32'), 2: field('message', 'string') },
};
