import { isObject, list, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { ownScope } from '../../platform/otlp/own-scope.ts';
import { telemetryIn } from '../../sources/agent/telemetry/telemetry.ts';
import type { Telemetry } from '../../sources/agent/telemetry/telemetry.ts';

export type Signal = 'traces' | 'logs';

/** What OTLP calls the levels of a request. */
const levels = {
  traces: { resources: 'resourceSpans', scopes: 'scopeSpans', records: 'spans' },
  logs: { resources: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords' },
} as const;

export interface SplitRequest {
  /** A request for each file. */
  readonly parts: ReadonlyMap<string, JsonObject>;
  /** Records that are none, and why. */
  readonly rejected: number;
  readonly reason: string;
}

/** Undefined when it is no export request of this signal. */
export function splitRequest(
  signal: Signal,
  request: unknown,
  fileOf: (record: Telemetry) => string | undefined,
): SplitRequest | undefined {
  const { resources, scopes, records } = levels[signal];
  const found = isObject(request) ? (request[resources] ?? []) : undefined;
  if (!Array.isArray(found)) return undefined;
  const parts = new Map<string, Part>();
  let rejected = 0;
  let reason = '';
  const reject = (because: string): void => {
    rejected += 1;
    reason ||= because;
  };
  for (const resource of found.map(object)) {
    for (const scope of list(resource[scopes]).map(object)) {
      for (const record of list(scope[records])) {
        const around = { resource, scope: { ...scope, [records]: [record] } };
        const [telemetry] = telemetryIn({ [resources]: [{ ...around.resource, [scopes]: [around.scope] }] });
        if (!isObject(record) || !telemetry) reject(`One of the ${records} is no object.`);
        else if (signal === 'traces' && (telemetry.trace === undefined || telemetry.span === undefined))
          reject('A span needs a traceId of 16 bytes and a spanId of 8 bytes, neither of them all zeros.');
        else if (isOwnExport(scope)) reject('stemma does not read what stemma exported.');
        else {
          const file = fileOf(telemetry);
          if (file === undefined) continue;
          let part = parts.get(file);
          if (!part) parts.set(file, (part = new Part()));
          part.add(resource, scope, record);
        }
      }
    }
  }
  return {
    parts: new Map([...parts].map(([file, part]) => [file, part.request(levels[signal])])),
    rejected,
    reason,
  };
}

function isOwnExport(scope: JsonObject): boolean {
  return name(object(scope['scope'])['name']) === ownScope;
}

/** The records of one file, under the resource and scope they came with. */
class Part {
  readonly #resources = new Map<JsonObject, Map<JsonObject, unknown[]>>();

  add(resource: JsonObject, scope: JsonObject, record: unknown): void {
    let scopes = this.#resources.get(resource);
    if (!scopes) this.#resources.set(resource, (scopes = new Map()));
    const records = scopes.get(scope);
    if (records) records.push(record);
    else scopes.set(scope, [record]);
  }

  request({ resources, scopes, records }: (typeof levels)[Signal]): JsonObject {
    return {
      [resources]: [...this.#resources].map(([resource, inner]) => ({
        ...resource,
        [scopes]: [...inner].map(([scope, added]) => ({ ...scope, [records]: added })),
      })),
    };
  }
}
