import './field.css';
import { type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  /** what is wrong with the value, in words */
  problem?: string | null;
  onChange: (value: string) => void;
};

/** Several lines of text with their label; what is wrong with them stands below and is announced. */
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
