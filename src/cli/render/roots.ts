import type { RootsAnswer } from '../../ask/roots.ts';
import { number, plural } from '../text/amount.ts';
import { fit } from '../text/width.ts';
import { shortId, shortUid } from './names.ts';
import { footer, sentence } from './page.ts';
import type { Page } from './page.ts';
import { askedStep, pageAbout, toldStep } from './told-step.ts';

/** Most ids of a path that are named. */
const named = 6;

export function renderRoots({ target, roots, total, truncated }: RootsAnswer, paper: Page): string {
  const page = pageAbout(target.step, paper);
  const { ink, columns } = page;
  let text = `${askedStep(target, page)}\n`;
  if (roots.length === 0) return text + sentence(truncated ? 'no beginning found as far as was looked' : 'no cause found beyond the order of events', page);
  text += `${ink.bold('It began with')}\n`;
  for (const { step, strength, recorded, path } of roots) {
    const ids = path.slice(0, -1).map(({ id }) => shortId(id));
    const way = ids.length === 0 ? 'directly' : `through ${ids.length > named ? `${ids.slice(0, named).join(', ')} and ${number(ids.length - named)} more` : ids.join(', ')}`;
    const elsewhere = step.session === target.step.session ? '' : `, in ${shortUid(step.session)}`;
    const trust = recorded ? 'recorded' : `${strength < 0.5 ? 'perhaps, ' : ''}${percent(strength)}`;
    text += `${toldStep(step, page, 2)}${ink.dim(fit(`      ${trust}${elsewhere}, ${way}`, columns))}\n`;
  }
  if (truncated) text += `\n${footer(roots.length < total ? `${number(roots.length)} of ${plural(total, 'root')}; --limit N shows more` : 'there may be more further back than was looked', page)}`;
  return text;
}

function percent(strength: number): string {
  return strength < 0.01 ? 'less than 1%' : `${Math.round(strength * 100)}%`;
}
