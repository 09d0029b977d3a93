type Props = {
  label: string;
  /** filled share of the bar, 0 to 100 */
  percent: number;
  /** true if the bar shows a level, false if it shows work in progress */
  level?: boolean;
  /** text for screen readers in place of the percentage */
  valueText?: string;
};

export const Bar = ({ label, percent, level, valueText }: Props) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support these attributes
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
