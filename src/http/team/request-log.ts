import { redact } from '../../platform/redact.ts';

/** A line of the server's log: one JSON object. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly [field: string]: string | number | boolean | undefined;
}

/**
 * Writes lines of JSON. Texts are redacted: what an error quotes may hold anything. Addresses of requests, queries and
 * headers are never given to it.
 */
export function jsonLog(write: (text: string) => void, clock: () => number): (line: LogLine) => void {
  return (line) => {
    const fields = Object.entries(line).map(([name, value]) => [
      name,
      typeof value === 'string' ? redact(value) : value,
    ]);
    write(`${JSON.stringify({ time: new Date(clock()).toISOString(), ...Object.fromEntries(fields) })}\n`);
  };
}
