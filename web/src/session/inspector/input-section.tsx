import { useMemo } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import type { StepKind } from '../data/kinds.ts';
import { JsonTree } from '../render/json-tree.tsx';
import { Diff, Patch, Prose } from '../render/lazy-renderers.tsx';
import { TranscriptImage } from '../render/transcript-image.tsx';
import { Terminal } from '../render/terminal.tsx';
import { parseToolInput, type ToolInput, type Rest } from '../render/tool-input.ts';
import styles from './inspector.module.css';
import { SectionTitle } from './section-title.tsx';

/** The input of a step: the text of a prompt, or the change, command or data of a call. */
export function InputSection({
  answer: { asked, images, session },
  kind,
  failed,
}: {
  readonly answer: StepAnswer;
  readonly kind: StepKind;
  readonly failed: boolean;
}) {
  const isPrompt = kind === 'prompt' || kind === 'note';
  const recognised = useMemo(
    () => (asked && !isPrompt ? parseToolInput(asked, kind === 'edit') : null),
    [asked, isPrompt, kind],
  );
  return (
    <>
      {asked && isPrompt && (
        <section>
          <SectionTitle name="Prompt" />
          <Prose text={asked.text} length={asked.length} />
        </section>
      )}
      {recognised && <Input input={recognised} failed={failed} cwd={session.cwd} length={asked!.length} />}
      {images.length > 0 && (
        <section>
          <SectionTitle name="Images" count={images.length} />
          {images.map((image) => (
            <TranscriptImage key={`${image.event}${image.number}`} image={image} />
          ))}
        </section>
      )}
    </>
  );
}

function Input({
  input,
  failed,
  cwd,
  length,
}: {
  readonly input: ToolInput;
  readonly failed: boolean;
  readonly cwd: string | null;
  readonly length: number;
}) {
  if (input.is === 'change') {
    const isNew = input.changes.every(({ before }) => before === '');
    const name = isNew ? 'File content' : 'Change';
    return (
      <section>
        <SectionTitle name={failed ? `${name}, not applied` : name} path={input.path && within(input.path, cwd)} />
        {input.changes.map(({ before, after }, at) => (
          <Diff key={at} before={before} after={after} />
        ))}
        <Other rest={input.rest} />
      </section>
    );
  }
  if (input.is === 'patch') {
    return (
      <section>
        <SectionTitle name={failed ? 'Change, not applied' : 'Change'} />
        <Patch text={input.text} />
        <Other rest={input.rest} />
      </section>
    );
  }
  if (input.is === 'command') {
    return (
      <section>
        <SectionTitle name="Command" />
        <Terminal text={input.text} prompt="$ " label="Command" />
        <Other rest={input.rest} />
      </section>
    );
  }
  return (
    <section>
      <SectionTitle name="Input" />
      {input.is === 'json' ? (
        <JsonTree value={input.value} label="Input" />
      ) : (
        <Terminal text={input.text} length={length} label="Input" />
      )}
    </section>
  );
}

/** Other fields of the input, such as a description or a timeout. */
function Other({ rest }: { readonly rest: Rest }) {
  if (!rest) return null;
  const entries = Object.entries(rest);
  const isFlat =
    entries.every(([, value]) => value === null || typeof value !== 'object') &&
    entries.length <= 6 &&
    JSON.stringify(rest).length < 400;
  if (isFlat) {
    return (
      <p className={styles.other}>
        {entries.map(([name, value]) => (
          <span key={name}>
            {name}: <bdi>{String(value)}</bdi>
          </span>
        ))}
      </p>
    );
  }
  return <JsonTree value={rest} label="Other input" />;
}

function within(path: string, cwd: string | null): string {
  return cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}
