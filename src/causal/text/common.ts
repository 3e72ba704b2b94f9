import { hashOf } from './read-text.ts';

/** Short words of any program and any talk about programs. */
export const common: ReadonlySet<number> = new Set(
  (
    'the and for with this that from are was not you your have has will can all but use used into one two out any its let see now new get set add run file files line lines ' +
    'true false null undefined return const function import export class type string number value name data test tests code error src index main default async await else then ' +
    'when than them they there their what which who why how our should would could about after before also just only more most some such been being does did done each other ' +
    'over under very make made like need needs want please here using'
  )
    .split(' ')
    .map(hashOf),
);
