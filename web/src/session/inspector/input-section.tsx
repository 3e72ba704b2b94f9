import { useMemo } from 'react';
import type { StepAnswer } from '../../../../src/types.ts';
import type { StepKind } from '../data/kinds.ts';
import { JsonTree } from '../render/json-tree.tsx';
import { Diff, Patch, Prose } from '../render/lazily.tsx';
import { Picture } from '../render/picture.tsx';
import { Terminal } from '../render/terminal.tsx';
import { whatWasAsked, type Asked, type Rest } from '../render/what-was-asked.ts';
import styles from './inspector.module.css';
import { Title } from './title.tsx';

/** What was asked for: a prompt's words, or a call's input as the change, the command or the data that it is. */
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
    () => (asked && !isPrompt ? whatWasAsked(asked, kind === 'edit') : null),
    [asked, isPrompt, kind],
  );
  return (
    <>
      {asked && isPrompt && (
        <section>
          <Title name="Prompt" />
          <Prose text={asked.text} length={asked.length} />
        </section>
      )}
      {recognised && <Input asked={recognised} failed={failed} cwd={session.cwd} length={asked!.length} />}
      {images.length > 0 && (
        <section>
          <Title name="Images" count={images.length} />
          {images.map((image) => (
            <Picture key={`${image.event}${image.number}`} image={image} />
          ))}
        </section>
      )}
    </>
  );
}

function Input({
  asked,
  failed,
  cwd,
  length,
}: {
  readonly asked: Asked;
  readonly failed: boolean;
  readonly cwd: string | null;
  readonly length: number;
}) {
  if (asked.is === 'change') {
    const isNew = asked.changes.every(({ before }) => before === '');
    const name = isNew ? 'File content' : 'Change';
    return (
      <section>
        <Title name={failed ? `${name}, not applied` : name} path={asked.path && within(asked.path, cwd)} />
        {asked.changes.map(({ before, after }, at) => (
          <Diff key={at} before={before} after={after} />
        ))}
        <Other rest={asked.rest} />
      </section>
    );
  }
  if (asked.is === 'patch') {
    return (
      <section>
        <Title name={failed ? 'Change, not applied' : 'Change'} />
        <Patch text={asked.text} />
        <Other rest={asked.rest} />
      </section>
    );
  }
  if (asked.is === 'command') {
    return (
      <section>
        <Title name="Command" />
        <Terminal text={asked.text} prompt="$ " label="Command" />
        <Other rest={asked.rest} />
      </section>
    );
  }
  return (
    <section>
      <Title name="Input" />
      {asked.is === 'json' ? (
        <JsonTree value={asked.value} label="Input" />
      ) : (
        <Terminal text={asked.text} length={length} label="Input" />
      )}
    </section>
  );
}

/** What an agent asked for besides: a description, a timeout. */
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
