"""How causetrace prints each event of a session: its id and its label, one JSON list."""
import json
import sys

from causetrace.core import JSONStore, _fmt_input

events = JSONStore().load(sys.argv[1])
json.dump([[e.event_id, f"{e.tool_name}({_fmt_input(e.tool_input)})"] for e in events], sys.stdout)
