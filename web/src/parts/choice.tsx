import styles from './choice.module.css';

export interface Option {
  readonly value: string;
  readonly name: string;
}

/** One of several, or any. */
export function Choice({
  label,
  any,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly choose: (value: string | null) => void;
}) {
  // A link may name what this archive does not have: it is shown, so that it can be taken out.
  const known =
    value === '' || options.some((option) => option.value === value) ? options : [...options, { value, name: value }];
  return (
    <select
      className={styles.choice}
      aria-label={label}
      value={value}
      data-chosen={value !== ''}
      onChange={({ target }) => choose(target.value || null)}
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
