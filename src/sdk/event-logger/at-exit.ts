interface Unwritten {
  writeNow(): void;
}

const open = new Set<Unwritten>();

/**
 * Writes once more when the process ends by itself, by `process.exit` or by an uncaught error. One listener serves all
 * writers.
 */
export function writeAtExit(writer: Unwritten): void {
  if (open.size === 0) process.on('exit', writeAll);
  open.add(writer);
}

export function forgetAtExit(writer: Unwritten): void {
  if (open.delete(writer) && open.size === 0) process.off('exit', writeAll);
}

function writeAll(): void {
  for (const writer of open) {
    try {
      writer.writeNow();
    } catch {
      // Nobody is left to report to, and the other writers still have something to write.
    }
  }
}
