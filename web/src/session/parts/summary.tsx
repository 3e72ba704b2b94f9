import type { StepKind } from '../data/kinds.ts';

/**
 * The summary of a step without the name of its tool, which is shown beside it. A path shows its file name before its
 * folder, so that files can be distinguished in a narrow row.
 */
export function Summary({
  text,
  tool,
  kind,
}: {
  readonly text: string;
  readonly tool: string | null;
  readonly kind: StepKind;
}) {
  const shown = tool !== null && text.startsWith(`${tool} `) ? text.slice(tool.length + 1) : text;
  const path = kind === 'read' || kind === 'edit' ? /^(\S*)\/([^\s/]+)(\s.*)?$/.exec(shown) : null;
  if (!path) return <bdi>{shown}</bdi>;
  const [, folder, name, rest = ''] = path;
  return (
    <bdi>
      {name}
      {rest} <i>{folder}</i>
    </bdi>
  );
}
