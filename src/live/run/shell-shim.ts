import { mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../replace-file.ts';

/**
 * Writes a shim for the user's shell into stemma's home and returns its path. It has the shell's own name, stays for
 * ever (a started program may outlive the run), and behaves as the shell itself outside a run.
 */
export function writeShim(home: string, shell: string): string {
  const path = join(home, 'shells', basename(shell));
  const text = shimFor(shell);
  if (textOf(path) === text) return path;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, Buffer.from(text), 0o700);
  return path;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Environment variables of the shim. */
export const shimVariables = {
  folder: 'STEMMA_RUN_COMMANDS',
  shell: 'STEMMA_RUN_SHELL',
  terminal: 'STEMMA_RUN_TTY',
  script: 'STEMMA_RUN_SCRIPT',
} as const;

/** How much of a command's output is kept, from its beginning and its end. */
export const keptBytes = { head: 65_536, tail: 196_608 } as const;

/**
 * `-c COMMAND` is recorded in files `<pid>.<n>.…`: `cwd`, `command`, then `begun`; `real` with the pid of the actual
 * shell; `head` and `tail` of the output; at the end `exit`. The times of the files are the times of the events.
 *
 * The output is copied on its way: through FIFOs when it goes into a pipe or a file, through `script` when it goes to a
 * terminal that the program made for the command. The terminal stemma itself was started in is left alone. On any error
 * of ours the shell is run directly.
 */
function shimFor(shell: string): string {
  return `#!/bin/sh
# Written by \`stemma run\`. It records the commands of a program that runs under it, and is ${shell} otherwise.
real=\${${shimVariables.shell}:-${quoted(shell)}}
into=\${${shimVariables.folder}-}
terminal=\${${shimVariables.terminal}-}
script=\${${shimVariables.script}-}
SHELL=$real
export SHELL
unset ${Object.values(shimVariables).join(' ')}
[ -n "$into" ] && [ -d "$into" ] || exec "$real" "$@"

# The command of -c, behind whatever options there are.
has=
skip=
command=
found=
for word do
  if [ -n "$skip" ]; then skip=; continue; fi
  case $word in
    --rcfile|--init-file) skip=1 ;;
    --) ;;
    --*) ;;
    -*|+*)
      case $word in -*c*) has=1 ;; esac
      case $word in ?*[oO]) skip=1 ;; esac ;;
    *)
      [ -n "$has" ] && { command=$word; found=1; }
      break ;;
  esac
done
[ -n "$found" ] || exec "$real" "$@"

n=0
set -C
until { : > "$into/$$.$n.cwd"; } 2>/dev/null; do
  n=$((n + 1))
  [ "$n" -lt 100 ] || exec "$real" "$@"
done
set +C
f=$into/$$.$n
{ printf '%s' "$PWD" > "$f.cwd" && printf '%s' "$command" > "$f.command" && : > "$f.begun"; } 2>/dev/null || exec "$real" "$@"

# What this shell itself has to say, such as that the other was killed, is for nobody.
exec 8>&2 2>/dev/null
# Not into the shell, and not the end of us: the command decides what Ctrl-C means.
trap : INT QUIT
keep() {
  head -c ${keptBytes.head} > "$f.head"; tail -c ${keptBytes.tail} > "$f.tail"; cat > /dev/null
}
# Its pid, so that a stand-in that is killed takes the shell with it.
start='echo $$ > "$1.real"; shift; exec "$@"'
# In a shell of its own, or this one would tell of its end in its place.
status=
finished=
if [ -t 1 ]; then
  if [ -n "$script" ] && [ -t 0 ] && ! [ /dev/fd/1 -ef "\${terminal:-/dev/null}" ] && mkfifo "$f.b"; then
    # The terminal goes with the command; what copies its last words stays.
    ( trap '' INT QUIT TERM HUP; keep < "$f.b"; : > "$f.kept" ) > /dev/null 8>&- &
    line=
    for word in sh -c "$start" sh "$f" "$real" "$@"; do
      line="$line '$(printf '%s.' "$word" | sed "s/'/'\\\\\\\\''/g")"
      line="\${line%.}'"
    done
    SHELL=/bin/sh "$script" -q -e -f -c "exec env SHELL='$real'$line" "$f.b" 2>&8 8>&-
    status=$?
    finished=kept
  fi
else
  out=
  err=
  [ -c /dev/fd/1 ] || out=1
  if [ -n "$out" ] && [ /dev/fd/1 -ef /dev/fd/8 ]; then err=same
  elif ! [ -t 8 ] && ! [ -c /dev/fd/8 ]; then err=1; fi
  if [ -n "$out$err" ] && mkfifo "$f.o" "$f.e" "$f.b"; then
    ( trap '' INT QUIT TERM HUP; keep < "$f.b"; : > "$f.kept" ) > /dev/null 8>&- &
    # Whoever has it keeps the copy open: before a stream has come to its end, nobody may stop reading.
    exec 9> "$f.b"
    if [ -n "$out" ]; then
      ( trap '' INT QUIT TERM HUP; tee "$f.b" < "$f.o"; : > "$f.o.done" ) 8>&- &
    else : > "$f.o.done"; fi
    if [ "$err" = 1 ]; then
      ( trap '' INT QUIT TERM HUP; tee "$f.b" < "$f.e"; : > "$f.e.done" ) >&8 8>&- &
    else : > "$f.e.done"; fi
    case $out$err in
      1same) ( exec sh -c "$start" sh "$f" "$real" "$@" > "$f.o" 2>&1 8>&- 9>&- ) ;;
      11) ( exec sh -c "$start" sh "$f" "$real" "$@" > "$f.o" 2> "$f.e" 8>&- 9>&- ) ;;
      1) if [ -n "$out" ]; then ( exec sh -c "$start" sh "$f" "$real" "$@" > "$f.o" 2>&8 8>&- 9>&- )
         else ( exec sh -c "$start" sh "$f" "$real" "$@" 2> "$f.e" 8>&- 9>&- ); fi ;;
    esac
    status=$?
    exec 9>&-
    finished=streams
  fi
fi
if [ -z "$finished" ]; then
  ( exec sh -c "$start" sh "$f" "$real" "$@" 2>&8 8>&- )
  status=$?
fi
printf '%s\\n' "$status" > "$f.exit"
# Whoever reads us must have all of it when we end; what still runs in the background is not waited for.
tries=0
while [ "$tries" -lt 50 ]; do
  case $finished in
    streams) [ -e "$f.o.done" ] && [ -e "$f.e.done" ] && break ;;
    *) break ;;
  esac
  tries=$((tries + 1))
  sleep 0.01
done
exit "$status"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
