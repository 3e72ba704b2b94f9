import { useEffect, useState } from 'react';

const heldMs = 120;
const restMs = 90;

/** The latest value, at once when it comes alone, and after a rest when others follow one another quickly. */
export function useSettled(value: number): number {
  const [settled, setSettled] = useState({ value, at: 0 });
  useEffect(() => {
    if (settled.value === value) return;
    const wait = performance.now() - settled.at > heldMs ? 0 : restMs;
    const later = setTimeout(() => setSettled({ value, at: performance.now() }), wait);
    return () => clearTimeout(later);
  }, [value, settled]);
  return settled.value;
}
