import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RefusalReason } from './authenticate.ts';

interface Histogram {
  readonly counts: number[];
  sum: number;
  total: number;
}

/** What is measured now rather than counted. */
export interface Gauges {
  readonly writerWaiting: number;
  readonly openSpaces: number;
  readonly followers: number;
}

/**
 * Counters for Prometheus. Labels come from closed lists (methods, routes, classes of status, reasons): no user,
 * workspace, path or token, and a bounded number of series.
 */
export class Metrics {
  readonly #version: string;
  readonly #startedAt: number;
  readonly #requests = new Map<string, number>();
  readonly #seconds = new Map<string, Histogram>();
  readonly #refused = new Map<string, number>();
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  inFlight = 0;
  bodyBytes = 0;

  constructor(version: string, startedAt: number) {
    this.#version = version;
    this.#startedAt = startedAt;
    this.#delay.enable();
  }

  [Symbol.dispose](): void {
    this.#delay.disable();
  }

  answered(method: string, route: string, status: number, ms: number): void {
    const labels = `method="${method}",route="${route}",status="${Math.floor(status / 100)}xx"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    // A connection that follows is open for hours.
    if (route === '/api/live') return;
    let histogram = this.#seconds.get(route);
    if (!histogram) this.#seconds.set(route, (histogram = { counts: bounds.map(() => 0), sum: 0, total: 0 }));
    const seconds = ms / 1000;
    histogram.sum += seconds;
    histogram.total += 1;
    const at = bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) histogram.counts[at]! += 1;
  }

  refused(reason: RefusalReason): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }

  /** In the text format of Prometheus. */
  text({ writerWaiting, openSpaces, followers }: Gauges): string {
    const { rss } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lines = [
      ...family('stemma_build_info', 'gauge', 'The version of stemma', [`{version="${this.#version}"} 1`]),
      ...family(
        'stemma_http_requests_total',
        'counter',
        'Requests that were answered',
        [...this.#requests].map(([labels, count]) => `{${labels}} ${count}`),
      ),
      ...family(
        'stemma_http_request_seconds',
        'histogram',
        'How long answers took',
        [...this.#seconds].flatMap(([route, histogram]) => histogramLines(route, histogram)),
      ),
      ...family(
        'stemma_refused_total',
        'counter',
        'Requests that were not let in',
        [...this.#refused].map(([reason, count]) => `{reason="${reason}"} ${count}`),
      ),
      ...family('stemma_http_requests_in_flight', 'gauge', 'Requests being answered', [` ${this.inFlight}`]),
      ...family('stemma_received_bytes_total', 'counter', 'Bodies of requests, as sent', [` ${this.bodyBytes}`]),
      ...family('stemma_writer_waiting', 'gauge', 'Jobs that wait to be written, or are', [` ${writerWaiting}`]),
      ...family('stemma_open_spaces', 'gauge', 'Archives that are open to read', [` ${openSpaces}`]),
      ...family('stemma_followers', 'gauge', 'Pages that follow', [` ${followers}`]),
      ...family('stemma_event_loop_delay_p99_seconds', 'gauge', 'How long the program was busy at once', [
        ` ${(this.#delay.percentile(99) / 1e9).toFixed(6)}`,
      ]),
      ...family('process_resident_memory_bytes', 'gauge', 'Memory', [` ${rss}`]),
      ...family('process_cpu_seconds_total', 'counter', 'Processor time', [` ${((user + system) / 1e6).toFixed(3)}`]),
      ...family('process_start_time_seconds', 'gauge', 'When it was started', [` ${this.#startedAt / 1000}`]),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function family(name: string, type: string, help: string, samples: readonly string[]): readonly string[] {
  const named = samples.map((sample) => name + sample);
  return [`# HELP ${name} ${help}.`, `# TYPE ${name} ${type}`, ...named];
}

function histogramLines(route: string, { counts, sum, total }: Histogram): readonly string[] {
  let below = 0;
  return [
    ...bounds.map((bound, at) => `_bucket{route="${route}",le="${bound}"} ${(below += counts[at]!)}`),
    `_bucket{route="${route}",le="+Inf"} ${total}`,
    `_sum{route="${route}"} ${sum.toFixed(6)}`,
    `_count{route="${route}"} ${total}`,
  ];
}

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;
