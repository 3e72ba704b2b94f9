/** The words of a command line, with quotes as a shell takes them. Nothing is expanded: no shell runs it. */
export function splitCommand(command: string): readonly string[] {
  return [...command.matchAll(/(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:[^\s"'\\]|\\.)+))/g)].map(
    ([, double, single, plain]) => single ?? (double ?? plain ?? '').replace(/\\(.)/g, '$1'),
  );
}
