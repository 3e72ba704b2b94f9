import type { AgentDescriptor } from '../../sources/agent/descriptor.ts';
import type { AcceptedNotes } from '../../sources/agent/hook-event.ts';
import { shellQuoted } from './hook-command.ts';

/**
 * The hook for sh: `sh hook.sh AGENT EVENT`, the event's JSON on standard input. It becomes one new file in the spool
 * beside it.
 *
 * Its promises:
 * - It never decides for the person: it prints nothing, or `{}` for agents that insist on JSON. After a call that
 *   failed, or when a session starts, it may print a note, which Node finds (src/live/advice, src/live/resume); without
 *   `advise.sh` or `resume.sh` beside it there is none.
 * - It always exits 0, and reads its input to the end even when it cannot store it: an agent must not get a broken
 *   pipe.
 * - It waits five seconds at most for an agent that does not close the pipe. What comes later is still written; nobody
 *   waits for it.
 * - No two events share a file: noclobber makes each name unique, also across pid reuse and pid namespaces.
 * - It needs only sh, cat, sleep and kill, mkdir when the spool is gone, and tee and grep where an agent does not state
 *   which calls failed.
 *
 * There is no rename at the end: the JSON of an object is complete exactly when it parses, because no part of one does.
 * The time of the event is the time of the file.
 *
 * `sleep` is the timeout: the copying process ends it when the copy is done. If it ends first, the hook exits, and the
 * copier must not end a process that has reused its pid. Its `cat` goes on. The signal that ended `sleep` shows whether
 * a failure was seen: a background shell has no other way to report it.
 */
export function posixHook(agents: readonly AgentDescriptor[]): string {
  const jsonOnly = agents.filter(({ hooks }) => hooks?.needsJson).map(({ name }) => name);
  return String.raw`#!/bin/sh
# Written by ${'`stemma install`'}. Puts what a coding agent says on standard input into one new file of the spool beside this script.
# Never answers for you, never blocks, always exits 0. ${'`stemma uninstall --all`'} takes it away. More: docs/live.md
exec 2>/dev/null
home=${'${0%/*}'}
asks= said= only= script=advise.sh
case $1.$2 in
${noteCases(agents)}esac
[ -z "$asks" ] || [ -r "$home/$script" ] || asks=
case $asks$1 in ${jsonOnly.join(' | ')}) echo '{}'; said=yes ;; esac
[ -t 0 ] && exit 0
umask 077
set -C
trap '' INT HUP PIPE
PATH=${'${PATH:+$PATH:}'}/usr/bin:/bin
spool=$home/spool
[ -d "$spool" ] || mkdir -p "$spool"
n=0 file=
while [ -z "$file" ] && [ $n -lt 100 ]; do
  { file=$spool/$1.$2.$$.$n; } >"$spool/$1.$2.$$.$n"
  n=$((n + 1))
done
exec 4<&0
sleep 5 >/dev/null 4<&- &
patience=$!
{
  signal=TERM
  if [ "$asks" = perhaps ]; then
    tee -a "$file" <&4 | LC_ALL=C grep -E "$only"'(${signs()})' && signal=USR1
  else
    cat <&4 >>"$file" || cat <&4
  fi
  kill -s $signal $patience
} >/dev/null &
copying=$!
wait $patience
case $asks.$? in
  *.0) kill $copying ;;
  .* | perhaps.143) ;;
  *) . "$home/$script" ;;
esac
[ -n "$said" ] || case $1 in ${jsonOnly.join(' | ')}) echo '{}' ;; esac
exit 0
`;
}

/** The events after which a note may be added: `asks=yes` for each, `asks=perhaps` for those with signs of a failure. */
function noteCases(agents: readonly AgentDescriptor[]): string {
  const accepted = agents.flatMap(({ name, hooks }) => (hooks?.accepts ? [{ name, ...hooks.accepts }] : []));
  const each = (events: (of: AcceptedNotes) => readonly string[] | undefined): string =>
    accepted
      .flatMap((one) => (events(one) ?? []).map((event) => ({ name: one.name, event })))
      // Capitalised names first: the order of hooks that are already installed, whose text must not change.
      .toSorted((a, b) => Number(/^[a-z]/.test(a.event)) - Number(/^[a-z]/.test(b.event)))
      .map(({ name, event }) => `${name}.${event}`)
      .join(' | ');
  const masked = accepted.flatMap(({ name, advice }) => (advice?.masked ? [{ name, ...advice.masked }] : []));
  return [
    `${each(({ advice }) => advice?.failed)}) asks=yes`,
    ...masked.map(({ name, event, where }) => `${name}.${event}) asks=perhaps only=${shellQuoted(where)}`),
    `${each(({ advice }) => advice?.ended)}) asks=perhaps`,
    `${each(({ resume }) => resume)}) asks=yes script=resume.sh`,
  ]
    .map((line) => `  ${line} ;;\n`)
    .join('');
}

/**
 * Signs of a failure in the JSON of an ended call, for agents with one event for all calls, and for commands that
 * succeeded, perhaps only because a pipe hid the failure. Too many matches are better than too few: Node decides. Text
 * of a file or a test counts only at the beginning of a line.
 */
function signs(): string {
  const line = String.raw`((_response|"stdout|"stderr)": ?"|\\n) *`;
  return [
    '"exit_code": ?[1-9]',
    '[Ee]xit(ed with)? [Cc]ode:? [1-9]',
    String.raw`"error": ?\{`,
    '"resultType": ?"(failure|denied)',
    '"[A-Za-z]*(NotFound|NoMatches|MultipleMatches|Error|Failed|Invalid|TimedOut)[A-Za-z]*": ?["{]',
    `${line}(error|Error|ERROR|fatal|FAIL|npm ERR|npm error|Traceback|panic:|[*][*] [(]|not ok |[A-Za-z.]+(Error|Exception):|[1-9][0-9]* (failed|failing|errors?))`,
    'command not found',
    String.raw`: not found(\\n|")`,
    String.raw`[Nn]o such file or directory(: |\\n|")`,
    ': error [A-Z]*[0-9]',
    '[ n(][1-9][0-9]* fail',
    '(unrecognized|unknown|unexpected|invalid|illegal|no such) (option|argument|command|subcommand|flag)',
  ].join('|');
}
