/**
 * The events an agent of this version knows, by the version that brought each. Of an unknown version: those `assumed`
 * would know.
 */
export function knownEvents(
  since: Readonly<Record<string, string>>,
  version: string | undefined,
  assumed: string,
): string[] {
  return Object.entries(since)
    .filter(([, first]) => isAtLeast(version ?? assumed, first))
    .map(([event]) => event);
}

export function isAtLeast(version: string, minVersion: string): boolean {
  const [have, need] = [numbers(version), numbers(minVersion)];
  const differs = need.findIndex((part, at) => part !== (have[at] ?? 0));
  return differs < 0 || (have[differs] ?? 0) > need[differs]!;
}

export function newestOf(versions: readonly string[]): string | undefined {
  return versions.toSorted((a, b) => (a === b ? 0 : isAtLeast(a, b) ? -1 : 1))[0];
}

/** The first thing that looks like a version in a program's output. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}

function numbers(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);
}
