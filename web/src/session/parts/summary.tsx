import type { StepKind } from '../data/kinds.ts';

/** The line of a step. A path shows its name first and its folder after it, so that a narrow row still tells files apart. */
export function Summary({ text, kind }: { readonly text: string; readonly kind: StepKind }) {
  const path = kind === 'read' || kind === 'edit' ? /^(\S*)\/([^\s/]+)(\s.*)?$/.exec(text) : null;
  if (!path) return <bdi>{text}</bdi>;
  const [, folder, name, rest = ''] = path;
  return (
    <bdi>
      {name}
      {rest} <i>{folder}</i>
    </bdi>
  );
}
