import './field.css';
import { type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  /** error message about the value, or null */
  problem?: string | null;
  onChange: (value: string) => void;
};

/**
 * Shows a text input of several lines with its label. An error message appears below the input and
 * is announced.
 */
export function TextArea({ label, value, problem, onChange, ...area }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
