import './controls.css';

type Props = {
  label: string;
  /** `#rrggbb` in lower case */
  value: string;
  onChange: (value: string) => void;
};

/** Shows a colour as a field that opens the browser's colour picker. */
export const ColourField = ({ label, value, onChange }: Props) => (
  <label className="colour-field">
    <input
      type="color"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
    />
    <span>{label}</span>
    <span className="control-value" aria-hidden="true">
      {value.toUpperCase()}
    </span>
  </label>
);
