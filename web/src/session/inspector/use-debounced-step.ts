import { useEffect, useState } from 'react';

const heldMs = 120;
const restMs = 90;

/** The latest value: immediately for a single change, after a pause when changes follow quickly. */
export function useDebouncedStep(value: number): number {
  const [settled, setSettled] = useState({ value, at: 0 });
  useEffect(() => {
    if (settled.value === value) return;
    const wait = performance.now() - settled.at > heldMs ? 0 : restMs;
    const later = setTimeout(() => setSettled({ value, at: performance.now() }), wait);
    return () => clearTimeout(later);
  }, [value, settled]);
  return settled.value;
}
