import './controls.css';

type Props = { label: string; on: boolean; onChange: (on: boolean) => void };

export const Switch = ({ label, on, onChange }: Props) => (
  <label className="control switch">
    {label}
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports its own state
      role="switch"
      checked={on}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </label>
);
