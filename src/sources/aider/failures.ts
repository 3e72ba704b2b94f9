import type { AiderContext } from './record-context.ts';

/** A linter found something; aider writes its command and its output. When it found nothing, nothing is written. */
export function lintEnds(context: AiderContext): void {
  const block = context.memory.block!;
  const [, ...report] = block.lines;
  const key = `line:${block.from}`;
  const command = /^## Running: (.+)$/m.exec(report.join('\n'))?.[1];
  const reported = report.filter((line) => !line.startsWith('## Running: ')).join('\n');
  // Below the linter's message aider shows the lines it is about; its own check prints nothing else.
  const output =
    reported.replace(/\n## See relevant lines? below marked with █\.[\s\S]*$/, '').trim() || reported.trim();
  const what = command === undefined ? { tool: 'lint', input: {} } : { tool: 'bash', input: { command } };
  context.emit(key, { is: 'call', ...what }, { role: 'system', fromLine: block.from });
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output, status: 'failed' },
    { parent: key, fromLine: block.from },
  );
}

/** Edits that could not be applied. Aider names the files, and sends its message back to the model. */
export function malformedEnds(context: AiderContext): void {
  const { memory } = context;
  const block = memory.block!;
  const [announced, ...reported] = block.lines.filter(
    (line) => !/^(?:For more info,? see: )?https?:\/\/\S+$/.test(line),
  );
  // The headings state how many, then which and why.
  const text =
    reported
      .join('\n')
      .replace(/^# \d+ SEARCH\/REPLACE blocks? failed to match!\s*/, '')
      .replaceAll(/^## /gm, '')
      .trim() || announced!;
  const key = `line:${block.from}`;
  const othersApplied = /SEARCH\/REPLACE blocks? (?:was|were) applied successfully/.test(text);
  const failed = memory.edits.filter(([path]) => text.includes(path));
  // When it is read again alone it has no call, and is a failure of the same name.
  for (const [index, [, call]] of failed.entries()) {
    context.emit(
      index === 0 ? key : `${key}:result${index + 1}`,
      { is: 'result', call, output: text, status: 'failed' },
      { parent: call, fromLine: block.from },
    );
  }
  if (failed.length === 0)
    context.emit(key, { is: 'failure', type: 'malformed_edit', text }, { role: 'system', fromLine: block.from });
  for (const [index, [path, call]] of memory.edits.entries()) {
    if (!othersApplied || failed.some(([other]) => other === path)) continue;
    context.emit(
      `${key}:applied${index + 1}`,
      { is: 'result', call, output: 'Applied', status: 'ok' },
      { parent: call, fromLine: block.from },
    );
  }
  memory.edits = [];
  memory.awaiting = true;
}

/** Tests failed after an edit. What they printed is not in the file, except in the first versions. */
export function testsFailed(context: AiderContext): void {
  const { memory, key } = context;
  const fromLine = memory.asideFrom;
  const { testCommand } = memory;
  const what =
    testCommand === undefined ? { tool: 'run_tests', input: {} } : { tool: 'bash', input: { command: testCommand } };
  context.emit(key, { is: 'call', ...what }, { role: 'system', fromLine });
  context.emit(
    `${key}:result`,
    { is: 'result', call: key, output: memory.aside.join('\n').trim(), status: 'failed' },
    { parent: key, fromLine },
  );
}
