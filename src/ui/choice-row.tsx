import { useId } from 'react';
import './controls.css';

type Props = {
  label: string;
  /** true if only screen readers need the label, because the values explain themselves */
  hasHiddenLabel?: boolean;
  choices: readonly { value: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
  /** called for each press with a pointer, also on the current value */
  onPointed?: (value: string) => void;
};

/** Shows a few values side by side. They are radio buttons for keyboards and screen readers. */
export function ChoiceRow({
  label,
  hasHiddenLabel = false,
  choices,
  value,
  onChange,
  onPointed,
}: Props) {
  const group = useId();
  return (
    <fieldset className="control">
      <legend className={hasHiddenLabel ? 'sr-only' : 'control-head'}>{label}</legend>
      <div className="choice-row">
        {choices.map((choice) => (
          // a value such as a colour may change while its radio button has the focus
          <label key={choice.name} className="choice">
            <input
              className="covering"
              type="radio"
              name={group}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              onClick={({ detail }) => detail > 0 && onPointed?.(choice.value)}
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
