type Props = {
  label: string;
  /** 0 to 100 */
  percent: number;
  /** true for a static level, false for work in progress */
  level?: boolean;
  /** screen reader text instead of the percentage */
  valueText?: string;
};

export const Bar = ({ label, percent, level, valueText }: Props) => (
  <div
    className="bar"
    role={level ? 'meter' : 'progressbar'}
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(percent)}
    aria-valuetext={valueText}
  >
    <span style={{ width: `${percent}%` }} />
  </div>
);
