import './field.css';
import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  /** error message about the value, or null */
  problem?: string | null;
  hint?: ReactNode;
  onChange: (value: string) => void;
};

/**
 * Shows a text input of one line with its label. An error message appears below the input and is
 * announced.
 */
export function Field({ label, value, problem, hint, onChange, ...input }: Props) {
  const id = useId();
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
