"""Records a session with causetrace's own recorder: several parents, words for why, events that are no calls."""
from causetrace.core import TraceRecorder

recorder = TraceRecorder(session_id="ses_parser")
call = recorder.record_call
call("Prompt", {"text": "fix the parser: it drops the last token"}, event_type="user_input", caused_by="user")
plan = call("Thinking", {"content": "See how it ends, and who calls it"}, event_type="reasoning",
            model="claude-sonnet-4-5", provider="anthropic", agent="my-agent")
read = call("Read", {"file_path": "src/parse.py"}, "def parse(tokens):\n" + "    pass  # a long file\n" * 200, duration_ms=12.5)
grep = call("Grep", {"pattern": "parse("}, {"matches": 3, "files": ["src/main.py"]}, parent_event_id=plan.event_id,
            caused_by="need_context")
call("Edit", {"file_path": "src/parse.py", "old_string": "n - 1", "new_string": "n"}, "ok",
     parent_event_id=f"{read.event_id},{grep.event_id}", caused_by=grep.event_id)
call("Bash", {"command": "pytest tests/test_parse.py"}, "1 failed, 4 passed", duration_ms=1800.25)
call("Compact", {"tokens_before": 91000, "tokens_after": 12000}, event_type="context_update")
recorder.new_group()
call("Choice", {"option": "b", "because": "the first fix breaks an empty list"}, event_type="decision", caused_by="reasoning")
call("deploy", "staging", 42, duration_ms=0.0)
call("notify", {"text": "h\u00e9llo \u4e2d\u6587"}, parent_event_id="gone_000001")
last = recorder.events
# The latest is named first, as causetrace's own inference does.
call("Write", {"file_path": "NOTES.md"}, "ok", parent_event_id=",".join(e.event_id for e in (last[-2], last[2], last[4])))

# As long as a working day: one chain, with every seventh event a consumer of three others.
long = TraceRecorder(session_id="ses_long")
ids = []
for number in range(150):
    parents = ",".join([ids[-1], ids[-4], ids[-7]]) if number % 7 == 0 and number > 7 else None
    event = long.record_call("Bash", {"command": f"make part-{number}"}, f"part {number} done", parent_event_id=parents)
    ids.append(event.event_id)
