import styles from './select.module.css';

export interface Option {
  readonly value: string;
  readonly name: string;
}

/** A drop-down filter: one of several values, or any. */
export function Select({
  label,
  any,
  value,
  options,
  select,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly select: (value: string | null) => void;
}) {
  // A shared link may name a value that this archive lacks. Show it, so that it can be cleared.
  const known =
    value === '' || options.some((option) => option.value === value) ? options : [...options, { value, name: value }];
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      data-selected={value !== ''}
      onChange={({ target }) => select(target.value || null)}
    >
      <option value="">{any}</option>
      {known.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}
