import { setParams } from '../router.ts';
import { periodName } from './period.ts';
import { Select } from './select.tsx';

/** The period of a list: a usual span, or the days that a link named. */
export function PeriodFilter({ params }: { readonly params: URLSearchParams }) {
  const named = periodName(params);
  return (
    <Select
      label="Time"
      any="Any time"
      value={named === null ? (params.get('from') ?? '') : 'days'}
      options={named === null ? spans : [...spans, { value: 'days', name: named }]}
      select={(from) => {
        if (from !== 'days') setParams({ from, to: null });
      }}
    />
  );
}

const spans = [
  { value: 'day', name: 'Last day' },
  { value: 'week', name: 'Last 7 days' },
  { value: 'month', name: 'Last 30 days' },
  { value: 'year', name: 'Last year' },
];
