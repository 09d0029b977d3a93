import './form.css';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { selectForm } from '../../machines/form/form.selectors.ts';
import { useSend } from '../machine-react/use-chart.ts';
import { type FormId, useFormChart } from './form-chart.ts';

const refusedField = ['[aria-invalid]:not([readonly])'];

/**
 * Selectors of the element to focus: the field with a problem, otherwise the first field, otherwise
 * the button.
 */
const firstField = [...refusedField, 'input:not([readonly])', 'button'];

/** Moves the focus when the form was refused, and when a form in a dialog appears. */
function useFocus(chart: FormId, isInPage: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const refusals = useFormChart(chart, (one) => selectForm<string>(one).refusals) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal must move the focus again
  useEffect(() => {
    const fields = (isInPage ? refusedField : firstField).map((selector) =>
      form.current?.querySelector<HTMLElement>(selector),
    );
    fields.find(Boolean)?.focus();
  }, [refusals]);
  return form;
}

type Props = {
  chart: FormId;
  children: ReactNode;
  className?: string;
  /** true if the form is part of a page, so that it does not take the focus when it appears */
  isInPage?: boolean;
  /** called when the form is sent, in place of sending the event to the chart */
  onSubmit?: () => void;
};

/** Renders the form of a chart, or of the chart's current step. */
export function Form({ chart, children, className = '', isInPage = false, onSubmit }: Props) {
  const form = useFocus(chart, isInPage);
  const send = useSend(chart);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onSubmit) onSubmit();
    else send({ type: 'form.submitted' });
  };
  return (
    <form ref={form} className={`form ${className}`.trim()} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}
