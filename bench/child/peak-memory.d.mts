export function peakMemory(): number;
