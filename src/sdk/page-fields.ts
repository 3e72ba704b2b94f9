import { after } from '../ask/question/fields.ts';

/** A page of a list: `limit` is 1 to `max`. */
export function pageFields<const Default extends number>(byDefault: Default, max: number) {
  return { limit: limitField(byDefault, max), after } as const;
}

export function limitField<const Default extends number>(byDefault: Default, max: number) {
  return {
    type: 'integer',
    min: 1,
    max,
    default: byDefault,
    summary: 'At most this many; `after` turns pages',
  } as const;
}
