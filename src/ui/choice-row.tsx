import { useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  /** the values explain themselves: only screen readers get the label */
  hasHiddenLabel?: boolean;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** A choice between a few values, side by side; radio buttons for keyboard and screen readers. */
export function ChoiceRow({ label, hasHiddenLabel = false, choices, value, onChange }: Props) {
  const group = useId();
  return (
    <fieldset className="control">
      <legend className={hasHiddenLabel ? 'sr-only' : 'control-head'}>{label}</legend>
      <div className="choice-row">
        {choices.map((choice) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              name={group}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
