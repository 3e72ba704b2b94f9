#!/bin/sh
# Made by scripts/plugin.mjs. Puts what Claude Code says on standard input into one new file of the spool in stemma's home.
# Never answers for you, never blocks, always exits 0. More: docs/live.md
exec 2>/dev/null
home=${STEMMA_HOME:-$HOME/.stemma}
{ [ -d "$home" ] && [ ! -e "$home/installed/$1.json" ]; } || { [ -t 0 ] || cat >/dev/null; exit 0; }
asks= said= only= script=advise.sh
case $1.$2 in
  claude-code.PostToolUseFailure | qwen.PostToolUseFailure | grok.PostToolUseFailure | copilot.postToolUseFailure) asks=yes ;;
  claude-code.PostToolUse) asks=perhaps only='"tool_name": ?"Bash".*[|;&].*"tool_response".*' ;;
  codex.PostToolUse | gemini.AfterTool | grok.PostToolUse | copilot.postToolUse) asks=perhaps ;;
  claude-code.SessionStart | codex.SessionStart | gemini.SessionStart | qwen.SessionStart | droid.SessionStart | copilot.sessionStart) asks=yes script=resume.sh ;;
esac
[ -z "$asks" ] || [ -r "$home/$script" ] || asks=
case $asks$1 in gemini | cline) echo '{}'; said=yes ;; esac
[ -t 0 ] && exit 0
umask 077
set -C
trap '' INT HUP PIPE
PATH=${PATH:+$PATH:}/usr/bin:/bin
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
    tee -a "$file" <&4 | LC_ALL=C grep -E "$only"'("exit_code": ?[1-9]|[Ee]xit(ed with)? [Cc]ode:? [1-9]|"error": ?\{|"resultType": ?"(failure|denied)|"[A-Za-z]*(NotFound|NoMatches|MultipleMatches|Error|Failed|Invalid|TimedOut)[A-Za-z]*": ?["{]|((_response|"stdout|"stderr)": ?"|\\n) *(error|Error|ERROR|fatal|FAIL|npm ERR|npm error|Traceback|panic:|[*][*] [(]|not ok |[A-Za-z.]+(Error|Exception):|[1-9][0-9]* (failed|failing|errors?))|command not found|: not found(\\n|")|[Nn]o such file or directory(: |\\n|")|: error [A-Z]*[0-9]|[ n(][1-9][0-9]* fail|(unrecognized|unknown|unexpected|invalid|illegal|no such) (option|argument|command|subcommand|flag))' && signal=USR1
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
[ -n "$said" ] || case $1 in gemini | cline) echo '{}' ;; esac
exit 0
