import type { Clipped, StepAnswer } from '../../../../src/types.ts';
import { count } from '../../format.ts';
import type { StepKind } from '../data/kinds.ts';
import { FileText } from '../render/file-text.tsx';
import { JsonTree } from '../render/json-tree.tsx';
import { Prose } from '../render/lazy-renderers.tsx';
import { TranscriptImage } from '../render/transcript-image.tsx';
import { Terminal } from '../render/terminal.tsx';
import { SectionTitle } from './section-title.tsx';

/** The results of a step. */
export function OutputSections({
  answer: { results },
  kind,
}: {
  readonly answer: StepAnswer;
  readonly kind: StepKind;
}) {
  return results.map(({ event, output, images }) =>
    output || images.length > 0 ? (
      <section key={event.id}>
        <SectionTitle name="Output" count={output ? `${count(output.length)} chars` : undefined} />
        {output && <Output output={output} kind={kind} />}
        {images.map((image) => (
          <TranscriptImage key={image.number} image={image} />
        ))}
      </section>
    ) : null,
  );
}

function Output({ output, kind }: { readonly output: Clipped; readonly kind: StepKind }) {
  const value = output.json ? parsed(output.text) : undefined;
  if (value !== undefined && value !== null && typeof value === 'object')
    return <JsonTree value={value} label="Output" />;
  if (kind === 'agent') return <Prose text={output.text} length={output.length} />;
  if (kind === 'read') return <FileText text={output.text} length={output.length} label="Output" />;
  return <Terminal text={output.text} length={output.length} label="Output" />;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
