import styles from './sparkline.module.css';

/** Activity over a session, with failures as ticks below. */
export function Sparkline({
  steps,
  failures,
  label,
}: {
  readonly steps: readonly number[];
  readonly failures: readonly number[];
  readonly label: string;
}) {
  const max = Math.max(1, ...steps);
  // Bars have the same width in every row, so a short session does not fill the box.
  const width = box.width / 48;
  const bar = (value: number, at: number) => {
    const height = 1.5 + (value / max) * (box.height - 9);
    return value > 0
      ? `M${(at * width).toFixed(1)} ${box.height - 5}v${(-height).toFixed(1)}h${(width - 0.8).toFixed(1)}v${height.toFixed(1)}z`
      : '';
  };
  const tick = (value: number, at: number) =>
    value > 0
      ? `M${(at * width).toFixed(1)} ${box.height - 3}h${(width - 0.8).toFixed(1)}v3h${(0.8 - width).toFixed(1)}z`
      : '';
  return (
    <svg
      className={styles.spark}
      width={box.width}
      height={box.height}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={label}
    >
      <path className={styles.steps} d={steps.map(bar).join('')} />
      <path className={styles.failures} d={failures.map(tick).join('')} />
    </svg>
  );
}

const box = { width: 132, height: 24 };
