import type { AnsweredError, Answers } from './answers.ts';
import type { Labelled, LabelledError } from './labels.ts';
import { withinPart } from './read-part.ts';
import { isSameLine } from './score.ts';

/** Where answers about failures differ from the labels, a few lines per failure; empty where they agree. */
export function differences(labelled: Labelled, errors: Answers['errors']): string {
  const { name, read, errors: wanted } = labelled;
  const answered = withinPart(labelled, errors);
  const lines = [...wanted].flatMap(([id, want]) => {
    const got = answered.get(id);
    const wrong = got ? wrongIn(want, got) : [`not seen (${want.kind})`];
    return wrong.length === 0 ? [] : [`${id}  ${want.signature ?? ''}`, ...wrong.map((each) => `    ${each}`)];
  });
  const invented = [...answered].flatMap(([id, { kind, line }]) =>
    read.has(id) && kind === 'real' && !wanted.has(id) ? [`${id}  ${line}`, '    no failure'] : [],
  );
  return [`# ${name}`, ...lines, ...invented, ''].join('\n');
}

function wrongIn(want: LabelledError, got: AnsweredError): readonly string[] {
  const wrong: string[] = [];
  if (want.kind !== got.kind) wrong.push(`kind ${got.kind}, not ${want.kind}`);
  if (want.signature !== undefined && !isSameLine(want.signature, got.line)) wrong.push(`line ${got.line}`);
  if (want.kind !== 'real') return wrong;
  if (want.culprit.length > 0 && !want.culprit.includes(got.culprit[0] ?? ''))
    wrong.push(`culprit ${got.culprit[0] ?? 'none'}, not ${want.culprit.join(' or ')}`);
  if (!isSameSet(want.fix, got.fix)) wrong.push(`fix ${listed(got.fix)}, not ${listed(want.fix)}`);
  if (want.verified !== got.verified)
    wrong.push(`verified ${got.verified ?? 'never'}, not ${want.verified ?? 'never'}`);
  return wrong;
}

function isSameSet(some: readonly unknown[], others: readonly unknown[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}

function listed(ids: readonly (string | null)[]): string {
  return ids.length === 0 ? 'none' : ids.join(' ');
}
