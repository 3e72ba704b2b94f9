import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDescriptor } from '../../sources/agent/descriptor.ts';
import { replaceFile } from '../replace-file.ts';
import { shellQuoted, type HookKit } from './hook-command.ts';

/** A note that hooks may give to an agent, although they otherwise only record. */
export interface NoteKind {
  readonly name: 'advice' | 'resume';
  /** In stemma's home; hook.sh reads it. Without it there is no note. */
  readonly script: string;
  readonly when: string;
  /** The events after which an agent accepts it. */
  readonly events: (agent: AgentDescriptor) => readonly string[];
  /** Which of the programs writes the note. */
  readonly program: 'adviser' | 'resumer';
  /** For Node. */
  readonly flags: string;
}

export const advice: NoteKind = {
  name: 'advice',
  script: 'advise.sh',
  when: 'after a call that failed',
  events: ({ hooks }) => [...(hooks?.accepts?.advice?.failed ?? []), ...(hooks?.accepts?.advice?.ended ?? [])],
  program: 'adviser',
  // For such a short run V8 needs no threads.
  flags: '--v8-pool-size=0 ',
};

export const resume: NoteKind = {
  name: 'resume',
  script: 'resume.sh',
  when: 'when a session starts or was compacted',
  events: ({ hooks }) => hooks?.accepts?.resume ?? [],
  program: 'resumer',
  flags: '',
};

export const noteKinds: readonly NoteKind[] = [advice, resume];

/** Whether an agent with hooks for these events can get such notes here: through sh, with a program that writes them. */
export function isNoteAccepted(
  kit: Pick<HookKit, 'platform' | NoteKind['program']>,
  note: NoteKind,
  agent: AgentDescriptor,
  events: readonly string[],
): boolean {
  return (
    kit.platform !== 'win32' &&
    kit[note.program] !== undefined &&
    note.events(agent).some((event) => events.includes(event))
  );
}

/**
 * Turns the note on for these agents only. It is a file of its own, so that without it nothing is started, and the
 * hook's own text is the same for everybody.
 */
export function writeNoteScript(kit: HookKit, note: NoteKind, agents: readonly string[]): void {
  const path = join(kit.home, note.script);
  const program = kit[note.program];
  const text = agents.length === 0 || program === undefined ? undefined : scriptOf(kit, note, agents, program);
  if (text === undefined) rmSync(path, { force: true });
  else if (text !== textOf(path)) replaceFile(path, Buffer.from(text), 0o600);
}

/** Whether the note is turned on for this agent, and whether the program that writes it exists. */
export function noteState(
  { home }: HookKit,
  { script }: NoteKind,
  agent: string,
): { readonly on: boolean; readonly works: boolean } {
  const text = textOf(join(home, script)) ?? '';
  const [, agents = '', node, program] =
    /^case \$1 in ([a-z |-]+)\) .*?('(?:[^']|'\\'')*') (?:--\S+ )*('(?:[^']|'\\'')*') "\$home"/m.exec(text) ?? [];
  const on = agents.split(' | ').includes(agent);
  return { on, works: on && [node, program].every((path) => path !== undefined && existsSync(unquoted(path))) };
}

/** Sourced by hook.sh. NODE_OPTIONS of the person's environment must not apply here. */
function scriptOf({ node }: HookKit, { when, flags }: NoteKind, agents: readonly string[], program: string): string {
  return `# Written by \`stemma install\`; read by hook.sh ${when}. Delete it, and nothing is said any more. More: docs/live.md
case $1 in ${agents.toSorted().join(' | ')}) NODE_OPTIONS= NODE_COMPILE_CACHE="$home/advice/compiled" ${shellQuoted(node)} ${flags}${shellQuoted(program)} "$home" "$1" "$2" <"$file" && said=yes ;; esac
`;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(`'\\''`, `'`);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
