import { edgeTypeCodes } from './codes.ts';
import type { EdgeRow } from '../store.ts';

/** One type in the lowest four bits, the next in the next: most edges have one, and take a byte. */
export function typesNumber(types: EdgeRow['types']): number {
  return types.reduceRight((number, type) => number * 16 + edgeTypeCodes.encode(type)!, 0);
}

export function typesOf(number: number): EdgeRow['types'] {
  const types: EdgeRow['types'][number][] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / 16)) types.push(edgeTypeCodes.decode(rest % 16)!);
  return types;
}

export function evidenceOf(lines: string): readonly string[] {
  return lines === '' ? [] : lines.split('\n');
}

/** A line each. */
export function evidenceLines(evidence: readonly string[]): string {
  return evidence.map(onOneLine).join('\n');
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/g, ' ');
}
