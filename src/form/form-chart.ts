import type { ChartEvent, ChartSnapshot } from '../../machines/app/app.machine.ts';
import { selectForm, selectIsBusy } from '../../machines/form/form.selectors.ts';
import { useText } from '../i18n/text.tsx';
import { useDialogChart, usePageChart, useSend } from '../machine-react/use-chart.ts';
import { type FieldWords, fieldWords } from './field-words.ts';

export type FormId = 'signIn' | 'accountChange' | 'cancellation' | 'contact';

export type FieldOf<Id extends FormId> = Extract<ChartEvent<Id>, { type: 'field.left' }>['name'];

/**
 * Returns a value from the chart of a form. A dialog's form shows the last state until the dialog
 * has closed. For a form on a page, the value is null before the chart starts.
 */
export function useFormChart<Id extends FormId, Selected>(
  chart: Id,
  selector: (snapshot: ChartSnapshot<Id>) => Selected,
): Selected | null {
  // the condition never changes for a component, because a form does not change its chart
  const useOwnChart: typeof usePageChart =
    chart === 'contact' ? usePageChart : (useDialogChart as typeof usePageChart);
  return useOwnChart(chart, selector);
}

/**
 * Returns true while the chart waits for the server. Fields are then locked, and buttons ignore
 * presses.
 */
export const useIsBusy = (chart: FormId): boolean => useFormChart(chart, selectIsBusy) ?? false;

/**
 * Returns the properties of a field's input. `words` are messages for problems of this field only.
 */
export function useFormField<Id extends FormId>(
  chart: Id,
  name: FieldOf<Id>,
  words: FieldWords = {},
) {
  const t = useText();
  const value = useFormChart<FormId, string>(
    chart,
    (one) => selectForm<string>(one).values[name] ?? '',
  );
  const problem = useFormChart<FormId, string | null>(
    chart,
    (one) => selectForm<string>(one).problems[name] ?? null,
  );
  const send = useSend<FormId>(chart);
  return {
    name,
    value: value ?? '',
    problem: problem && t(words[problem] ?? fieldWords(name, problem)),
    readOnly: useIsBusy(chart),
    onChange: (next: string) => send({ type: 'field.changed', name, value: next }),
    onBlur: () => send({ type: 'field.left', name }),
  };
}
