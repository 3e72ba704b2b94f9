/**
 * The hook for sh: `sh hook.sh AGENT EVENT`, the event's JSON on standard input. It becomes one new file in the spool beside it.
 *
 * What it promises, line by line:
 * - It never decides for the person: it prints nothing, or `{}` for agents that insist on JSON.
 * - It exits 0 whatever happens, and reads its input to the end even when it cannot keep it: an agent must not meet a broken pipe.
 * - It waits five seconds at most for an agent that does not close the pipe. What comes later is still written; nobody waits for it.
 * - No two events share a file: noclobber makes each name belong to one, also across pid reuse and pid namespaces.
 * - It needs nothing but sh, cat, sleep and kill, and mkdir when the spool is gone.
 *
 * There is no rename at the end: the JSON of an object is whole exactly when it parses, because no part of one does.
 * The time of the event is the time of the file, so nothing asks for the date.
 *
 * `sleep` is the clock: who copies ends it when the copy is done. If it ends first, the hook leaves; then the copier must go before it
 * ends a process that by now has the clock's number. Its `cat` goes on.
 */
export const posixHook = `#!/bin/sh
# Written by \`stemma install\`. Puts what a coding agent says on standard input into one new file of the spool beside this script.
# Never answers for you, never blocks, always exits 0. \`stemma uninstall --all\` takes it away. More: docs/live.md
exec 2>/dev/null
case $1 in gemini | cline) echo '{}' ;; esac
[ -t 0 ] && exit 0
umask 077
set -C
trap '' INT HUP PIPE
PATH=\${PATH:+$PATH:}/usr/bin:/bin
spool=\${0%/*}/spool
[ -d "$spool" ] || mkdir -p "$spool"
exec 4<&0
sleep 5 >/dev/null 4<&- &
patience=$!
{
  n=0 kept=
  while [ -z "$kept" ] && [ $n -lt 100 ]; do
    { kept=yes; cat <&4 >&3 || cat <&4 >/dev/null; } 3>"$spool/$1.$2.$$.$n"
    n=$((n + 1))
  done
  [ -n "$kept" ] || cat <&4 >/dev/null
  kill $patience
} >/dev/null &
copying=$!
wait $patience && kill $copying
exit 0
`;
