import { outcomes, type Outcome } from '../../src/model/words.ts';

/** A verdict of somebody who read the session, and what stemma found. */
export interface Compared {
  readonly name: string;
  readonly label: Outcome;
  readonly found: Outcome;
}

/** Agreement, and a table of labels (rows) by findings (columns). */
export function confusion(compared: readonly Compared[], { rows = 'label', columns = 'found' } = {}): string {
  const count = (label: Outcome, found: Outcome): number =>
    compared.filter((each) => each.label === label && each.found === found).length;
  const shown = outcomes.filter((what) => compared.some(({ label, found }) => label === what || found === what));
  const lines = [
    `| ${rows} \\ ${columns} | ${shown.join(' | ')} |`,
    `|---|${shown.map(() => '---').join('|')}|`,
    ...shown.map((label) => `| ${label} | ${shown.map((found) => count(label, found) || '').join(' | ')} |`),
  ];
  return `agreement ${share(compared)}, Cohen's kappa ${kappa(compared).toFixed(2)}\n\n${lines.join('\n')}\n`;
}

export function isOutcome(text: string | undefined): text is Outcome {
  return (outcomes as readonly (string | undefined)[]).includes(text);
}

function share(compared: readonly Compared[]): string {
  const right = compared.filter(({ label, found }) => label === found).length;
  return `${right} of ${compared.length} (${compared.length === 0 ? '–' : (right / compared.length).toFixed(2)})`;
}

/** Agreement beyond what two would reach who give each verdict as often as these, but at random. */
function kappa(compared: readonly Compared[]): number {
  const all = compared.length;
  const agreed = compared.filter(({ label, found }) => label === found).length / all;
  const byChance = outcomes.reduce((sum, what) => {
    const labelled = compared.filter(({ label }) => label === what).length / all;
    return sum + labelled * (compared.filter(({ found }) => found === what).length / all);
  }, 0);
  return byChance === 1 ? 1 : (agreed - byChance) / (1 - byChance);
}
