import type { StepKind } from '../data/kinds.ts';

/**
 * The line of a step beside the name of its tool, which is therefore left out. A path shows its name first and its
 * folder after it, so that a narrow row still tells files apart.
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
  const words = tool !== null && text.startsWith(`${tool} `) ? text.slice(tool.length + 1) : text;
  const path = kind === 'read' || kind === 'edit' ? /^(\S*)\/([^\s/]+)(\s.*)?$/.exec(words) : null;
  if (!path) return <bdi>{words}</bdi>;
  const [, folder, name, rest = ''] = path;
  return (
    <bdi>
      {name}
      {rest} <i>{folder}</i>
    </bdi>
  );
}
