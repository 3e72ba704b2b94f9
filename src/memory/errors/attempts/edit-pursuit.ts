import type { Deed, Edit } from '../steps/deed.ts';
import type { Failed, Pursuit } from './pursuit.ts';
import { repairOf } from '../steps/repair.ts';
import { isSameFile, nameOf } from '../steps/same-file.ts';

/**
 * A change that was not made. It is over when what it wanted to write has been written, in one step or in several; of
 * a change in other words, when the file was next changed. What had to come first belongs to the fix: reading the
 * file where it was unread, bringing it back where it was gone.
 */
export function pursueEdit({ deed: failed, complaint }: Failed): Pursuit {
  const paths = failed.edits.map(({ path }) => path);
  const wanted = new Set(failed.edits.flatMap(({ wrote }) => [...wrote]));
  const whole = wanted.size;
  const attempts: string[] = [];
  const fix: string[] = [];
  let before: { key: string; isLook: boolean }[] = [];
  /** The first change of the file in other words. */
  let otherwise: { readonly fix: readonly string[]; readonly proof: Pursuit['proof'] } | undefined;
  let proof: Pursuit['proof'] = null;
  let over = false;

  return {
    get over() {
      return over;
    },
    attempts,
    get fix() {
      return fix.length > 0 ? fix : (otherwise?.fix ?? []);
    },
    get proof() {
      return proof ?? otherwise?.proof ?? null;
    },
    follow(deed) {
      const touching = deed.edits.filter(isOfIt);
      if (fix.length > 0 && (touching.length === 0 || deed.ended !== 'ok')) over = deed.edits.length === 0 || over;
      if (over) return;
      if (touching.length > 0 && deed.ended !== 'ok') attempts.push(deed.key);
      if (deed.ended !== 'ok') return;
      if (touching.some(({ blind }) => !blind)) return write(deed, touching);
      if (needs(deed)) before.push({ key: deed.key, isLook: deed.looks.length > 0 });
    },
  };

  function isOfIt({ path, wrote }: Edit): boolean {
    if (paths.some((each) => isSameFile(each, path))) return true;
    // The file was looked for in the wrong place.
    return (
      complaint === 'absent' &&
      paths.some((each) => nameOf(each) === nameOf(path)) &&
      [...wrote].some((line) => wanted.has(line))
    );
  }

  function write(deed: Deed, touching: Deed['edits']): void {
    const reached = touching.reduce(
      (sum, { wrote }) => sum + [...wrote].filter((line) => wanted.delete(line)).length,
      0,
    );
    const end = { key: deed.key, at: deed.at };
    if (whole > 0 && reached === 0 && fix.length === 0) {
      otherwise ??= { fix: [...needed(), deed.key], proof: end };
      return;
    }
    if (reached === 0 && whole > 0) {
      over = true;
      return;
    }
    fix.push(...(fix.length === 0 ? needed() : []), deed.key);
    proof = end;
    over = wanted.size === 0;
  }

  /** Of several looks only the last was needed. */
  function needed(): readonly string[] {
    const look = before.findLast(({ isLook }) => isLook)?.key;
    const keys = before.filter(({ key, isLook }) => !isLook || key === look).map(({ key }) => key);
    before = [];
    return keys;
  }

  function needs(deed: Deed): boolean {
    if (
      (complaint === 'unread' || complaint === 'stale') &&
      deed.looks.some((path) => paths.some((each) => isSameFile(each, path)))
    )
      return true;
    const repair = repairOf(deed);
    if (repair?.by === 'state') return true;
    return (
      complaint === 'absent' &&
      repair?.by === 'edit' &&
      repair.paths.some((path) => paths.some((each) => isSameFile(each, path)))
    );
  }
}
