import type { Operation } from '../../model/operation.ts';

type Edit = Extract<Operation, { does: 'edit' }>;

/** The edits of a patch, one per hunk, in either form that agents write: `*** Begin Patch` or a unified diff. */
export function patchEdits(patch: string): readonly Edit[] {
  const edits: Edit[] = [];
  let path: string | undefined;
  let from: string | undefined;
  let isNew = false;
  let old: string[] = [];
  let text: string[] = [];
  const flush = (): void => {
    if (path !== undefined && (old.length > 0 || text.length > 0))
      edits.push({ does: 'edit', path, old: old.join('\n'), text: text.join('\n'), whole: isNew });
    old = [];
    text = [];
  };

  for (const line of patch.split('\n')) {
    const header = line.startsWith('*** ') ? fileHeader.exec(line) : null;
    if (header) {
      flush();
      isNew = header[1] === 'Add';
      path = header[2]!;
      if (header[1] === 'Delete' || header[1] === 'Move') edits.push(touched(path));
    } else if (line.startsWith('*** ')) {
      if (line.startsWith('*** End Patch')) break;
    } else if (line.startsWith('@@') || line.startsWith('diff --git ')) {
      flush();
    } else if (line.startsWith('--- ') && namesFile.test(line)) {
      flush();
      from = nameIn(line);
    } else if (line.startsWith('+++ ') && from !== undefined) {
      const to = nameIn(line);
      isNew = from === '/dev/null';
      path = to === '/dev/null' ? undefined : to;
      if (path === undefined) edits.push(touched(from));
      from = undefined;
    } else if (line.startsWith('+')) {
      text.push(line.slice(1));
    } else if (line.startsWith('-')) {
      old.push(line.slice(1));
    } else if (line.startsWith(' ')) {
      old.push(line.slice(1));
      text.push(line.slice(1));
    }
    if (edits.length >= maxEdits) return edits;
  }
  flush();
  return edits;
}

/** The edits of blocks with the text to find and the text to put there, as Cline and Aider write them. */
export function blockEdits(path: string, blocks: string): readonly Edit[] {
  const edits: Edit[] = [];
  let part: 'none' | 'old' | 'text' = 'none';
  let old: string[] = [];
  let text: string[] = [];
  for (const line of blocks.split('\n')) {
    if (/^[<-]{5,9} SEARCH\b/.test(line)) {
      part = 'old';
      old = [];
      text = [];
    } else if (part === 'old' && /^={5,9}\s*$/.test(line)) {
      part = 'text';
    } else if (part === 'text' && /^[>+]{5,9} REPLACE\b/.test(line)) {
      edits.push({ does: 'edit', path, old: old.join('\n'), text: text.join('\n'), whole: old.length === 0 });
      part = 'none';
      if (edits.length >= maxEdits) break;
    } else if (part === 'old') {
      old.push(line);
    } else if (part === 'text') {
      text.push(line);
    }
  }
  return edits;
}

export function isPatch(text: string): boolean {
  const head = text.slice(0, 2000);
  return /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/m.test(head) || /^--- \S.*\n\+\+\+ \S/m.test(head);
}

/** A file of which only the name is known: deleted, moved, or written by a program. */
export function touched(path: string): Edit {
  return { does: 'edit', path, old: '', text: '', whole: false };
}

// More hunks than anybody reads.
const maxEdits = 500;
const fileHeader = /^\*\*\* (Add|Update|Delete|Move)(?: File| to): (.*\S)/;
// A removed line may begin with `-- `; a name has no blanks before its tab.
const namesFile = /^--- (?:\S+\/\S*|\S+\.\w+)(?:\t|\s*$)/;

function nameIn(line: string): string {
  const [name = ''] = line.slice(4).split('\t');
  return name.trim().replace(/^[ab]\//, '');
}
