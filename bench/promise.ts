/** One thing stemma promises about its speed or size, and how to find out whether it holds. */
export interface SpeedPromise {
  /** Its name on the command line, and of its file. */
  readonly name: string;
  readonly says: string;
  measure(say: Say): Promise<Findings>;
}

/** Prints progress. */
export type Say = (text: string) => void;

export interface Findings {
  /** What it was measured on and how, in a sentence or two. */
  readonly how: string;
  readonly findings: readonly Finding[];
}

/** One number and where it must lie; without a limit it is for information. */
export interface Finding {
  readonly what: string;
  readonly measured: number;
  readonly unit: 'x' | '%' | 'MB' | 'ms' | 'µs' | 'fps';
  readonly most?: number;
  readonly least?: number;
  /** The figures behind it. */
  readonly detail?: string;
}

export function holds({ measured, most = Infinity, least = -Infinity }: Finding): boolean {
  return measured <= most && measured >= least;
}
