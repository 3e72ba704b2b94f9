import type { Share } from '../../../src/types.ts';
import styles from './interval.module.css';

/** A share as a point on a line from 0 to 100 %, with its 95 % interval as a whisker. */
export function Interval({ share, what }: { readonly share: Share; readonly what: string }) {
  if (share.percent === null) return <span className={styles.unknown}>unknown</span>;
  const at = (value: number) => (value / 100) * box.width;
  const label = `${what}: ${share.percent} % of ${share.n}, 95 % interval ${share.low} to ${share.high} %`;
  return (
    <span className={styles.interval}>
      <svg width={box.width} height={box.height} role="img" aria-label={label}>
        <title>{label}</title>
        <line className={styles.ground} x1="0" x2={box.width} y1={box.height / 2} y2={box.height / 2} />
        <line
          className={styles.whisker}
          x1={at(share.low)}
          x2={at(share.high)}
          y1={box.height / 2}
          y2={box.height / 2}
        />
        <circle className={styles.point} cx={at(share.percent)} cy={box.height / 2} r="3.5" />
      </svg>
      <span className={styles.figures}>
        <b>{Math.round(share.percent)} %</b> of {share.n}
      </span>
    </span>
  );
}

const box = { width: 120, height: 12 };
