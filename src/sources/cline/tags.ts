/** A call written as tags, by a model without native calls: `<read_file><path>cart.js</path></read_file>`. */
export interface TaggedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
  /** The text before it. */
  readonly before: string;
}

/** The first call of a text; the extension runs no second one. */
export function callIn(words: string): TaggedCall | undefined {
  const opened = opening.exec(words);
  if (!opened) return undefined;
  const tool = opened[1]!;
  const from = opened.index + opened[0].length;
  const closed = words.lastIndexOf(`</${tool}>`);
  const inside = words.slice(from, closed > from ? closed : undefined);
  return { tool, input: parametersIn(inside), before: words.slice(0, opened.index) };
}

/** Content, such as a file to write, may contain tags as well: an open tag ends at its last closing tag. */
function parametersIn(inside: string): Record<string, string> {
  const input: Record<string, string> = {};
  for (let at = 0; ;) {
    const opened = /<([a-z_]{1,40})>/.exec(inside.slice(at));
    if (!opened) return input;
    const parameter = opened[1]!;
    const from = at + opened.index + opened[0].length;
    const isContent = parameter === 'content' || parameter === 'diff' || parameter === 'result';
    const end = isContent ? inside.lastIndexOf(`</${parameter}>`) : inside.indexOf(`</${parameter}>`, from);
    input[parameter] = inside.slice(from, end < from ? undefined : end).replace(/^\n|\n$/g, '');
    if (end < from) return input;
    at = end + parameter.length + 3;
  }
}

const opening =
  /(?:^|\n)[ \t]*<(execute_command|read_file|write_to_file|replace_in_file|search_files|list_files|list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|load_mcp_documentation|ask_followup_question|attempt_completion|plan_mode_respond|plan_mode_response|new_task|condense|summarize_task|report_bug|new_rule|web_fetch|web_search|use_skill|use_subagents|focus_chain|apply_patch|generate_explanation)>/;

/** `[read_file for 'cart.js'] Result:` is how the next message begins to answer. */
export function answerHead(words: string): { readonly tool: string; readonly rest: string } | undefined {
  const found =
    /^\[([a-z_]{1,40})(?: (?:for|with|to|on) [^\n]{0,2000}?)?\] Result:[ \t]*\n?/.exec(words) ??
    /^\[([a-z_]{1,40})[^\n]{0,2000}\] Result:[ \t]*\n?/.exec(words);
  return found ? { tool: found[1]!, rest: words.slice(found[0].length) } : undefined;
}
