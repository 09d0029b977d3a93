import { useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** A choice between a few values, side by side; radio buttons for keyboard and screen readers. */
export function ChoiceRow({ label, choices, value, onChange }: Props) {
  const group = useId();
  return (
    <fieldset className="control">
      <legend className="control-head">{label}</legend>
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
