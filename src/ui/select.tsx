import './field.css';
import './select.css';
import { useId } from 'react';
import { Icon } from './icons.tsx';

type Props = {
  label: string;
  name: string;
  value: string;
  /** `lang` is the language of the name, if that differs from the language of the page */
  choices: readonly { value: string; name: string; lang?: string }[];
  onChange: (value: string) => void;
};

/** Shows a native select, which each device displays in its own way. */
export function Select({ label, name, value, choices, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="select">
        <select
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.name}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </div>
    </div>
  );
}
