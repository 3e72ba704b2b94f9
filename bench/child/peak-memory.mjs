// Preloaded (`node --import`) into a program to learn how much memory it took at most, without changing the program.
// Not TypeScript: what Node needs to understand that takes 40 MB itself. When the program ends, the number of bytes
// is written to the file STEMMA_BENCH_PEAK names.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env['STEMMA_BENCH_PEAK'];
if (file !== undefined) process.on('exit', () => writeFileSync(file, String(peakMemory())));

/**
 * The most memory this process held at any moment, threads included. Linux counts what the parent held when it made
 * the process into `maxRSS`; the kernel's own high-water mark does not.
 *
 * @returns {number} bytes
 */
export function peakMemory() {
  if (process.platform === 'linux') {
    const mark = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (mark !== undefined) return Number(mark) * 1024;
  }
  return process.resourceUsage().maxRSS * 1024;
}
