import './check-chip.css';
import { Icon } from './icons.tsx';

type Props = {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** why the chip cannot be used, for screen readers; the chip is then dimmed and switched off */
  unusable?: string | undefined;
};

/** Shows a switch as a small chip. Several chips fit side by side. */
export const CheckChip = ({ label, on, onChange, unusable }: Props) => (
  <label className="check-chip">
    <input
      className="covering"
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports its own state
      role="switch"
      checked={on && unusable === undefined}
      disabled={unusable !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <Icon name="check" size={18} />
    <span>
      {label}
      {unusable && <span className="sr-only"> ({unusable})</span>}
    </span>
  </label>
);
