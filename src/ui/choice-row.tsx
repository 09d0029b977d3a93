import { useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  /** true if only screen readers need the label, because the values explain themselves */
  hasHiddenLabel?: boolean;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** Shows a few values side by side. They are radio buttons for keyboards and screen readers. */
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
