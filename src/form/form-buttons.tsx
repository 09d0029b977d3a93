import type { ChartEvent } from '../../machines/app/app.machine.ts';
import { selectRemainingSeconds, selectResend } from '../../machines/form/form.selectors.ts';
import type { MessageId } from '../i18n/message-id.ts';
import { useText } from '../i18n/text.tsx';
import { useDialogChart, useSend } from '../machine-react/use-chart.ts';
import { Button } from '../ui/button.tsx';
import { type FormId, useIsBusy } from './form-chart.ts';

type SubmitProps = {
  chart: FormId;
  words: MessageId;
  /** text of the button while the chart is busy */
  busy?: MessageId;
  look?: 'primary' | 'danger';
};

/**
 * Shows the button that sends a form. While the chart is busy, the button shows the progress and
 * ignores presses.
 */
export function SubmitButton({
  chart,
  words,
  busy = 'signIn.wait',
  look = 'primary',
}: SubmitProps) {
  const t = useText();
  const isBusy = useIsBusy(chart);
  return (
    <Button type="submit" look={look} large aria-disabled={isBusy}>
      {isBusy && <span className="spinner" />}
      {t(isBusy ? busy : words)}
    </Button>
  );
}

type CodeChart = Exclude<FormId, 'contact'>;

/** Shows the button that requests another code after a pause. */
export function Resend({ chart, className }: { chart: CodeChart; className?: string }) {
  const t = useText();
  const resend = useDialogChart(chart, selectResend);
  const seconds = useDialogChart(chart, selectRemainingSeconds);
  const send = useSend(chart);
  if (resend === 'waiting') return <p className={className}>{t('signIn.resendIn', { seconds })}</p>;
  return (
    <Button
      look="quiet"
      aria-disabled={resend === 'sending'}
      onClick={() => send({ type: 'resend.pressed' })}
    >
      {resend === 'sending' && <span className="spinner" />}
      {t('signIn.resend')}
    </Button>
  );
}

/** Types of events that have no other properties. */
type PlainEvent<Event> = Event extends { type: infer Type }
  ? Exclude<keyof Event, 'type'> extends never
    ? Type
    : never
  : never;

type OtherWayProps<Id extends FormId> = {
  chart: Id;
  event: PlainEvent<ChartEvent<Id>>;
  words: MessageId;
};

/** Shows a button that leads to another step of a dialog. */
export function OtherWay<Id extends FormId>({ chart, event, words }: OtherWayProps<Id>) {
  const t = useText();
  const send = useSend(chart);
  return (
    <Button look="quiet" onClick={() => send({ type: event } as ChartEvent<Id>)}>
      {t(words)}
    </Button>
  );
}
