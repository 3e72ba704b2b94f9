import type { BriefEvent } from '../../store/store.ts';

/** Whether a step changed what a program does. A formatter does not, though it writes many files, nor does a note. */
export function isChange({ act, failed, summary }: BriefEvent): boolean {
  return (
    act === 'edit' &&
    !failed &&
    !formatting.test(summary) &&
    !(filesIn(summary).length > 0 && filesIn(summary).every((file) => prose.test(file)))
  );
}

/** The names of the files a step changed, as far as its summary shows them. */
export function filesChangedBy(step: BriefEvent): readonly string[] {
  return isChange(step) ? filesIn(step.summary) : [];
}

/** The last parts of the paths in a text: `cart.ts` of `src/cart.ts(12,3): error`. */
export function filesIn(text: string): readonly string[] {
  return text.match(/[\w@-][\w@.-]*\.[A-Za-z]\w{0,5}(?![\w/-])/g) ?? [];
}

const prose = /\.(?:md|mdx|txt|rst|adoc)$/;
const formatting = /^(?:bash|shell|exec|run)\w*\b.*(?:[\s:](?:format|fmt|prettier)\b|--(?:fix|write)\b)/i;
