import {
  selectCancellationKind,
  selectSentFor,
} from '../../../machines/cancellation/cancellation.selectors.ts';
import { Form } from '../../form/form.tsx';
import { OtherWay, Resend, SubmitButton } from '../../form/form-buttons.tsx';
import { FormFailure } from '../../form/form-failure.tsx';
import { codeInput, FormField } from '../../form/form-field.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { useDialogChart } from '../../machine-react/use-chart.ts';
import { WholeNumber } from '../../ui/whole-number.tsx';

const leads = {
  cancel: 'cancellation.cancel.lead',
  withdraw: 'cancellation.withdraw.lead',
} as const;

/** Asks for the order code from the buyer's mail, and requests a mailed code. */
export function AskingStep() {
  const t = useText();
  const kind = useDialogChart('cancellation', selectCancellationKind);
  return (
    <Form chart="cancellation">
      <p>{t(leads[kind])}</p>
      <FormField
        chart="cancellation"
        name="order"
        label={t('cancellation.order.label')}
        hint={t('cancellation.order.hint')}
        placeholder="LW-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormFailure chart="cancellation" />
      <SubmitButton chart="cancellation" words="signIn.send" />
    </Form>
  );
}

export function TypingStep() {
  const t = useText();
  const code = useDialogChart('cancellation', selectSentFor);
  return (
    <Form chart="cancellation">
      <p>
        <Text id="cancellation.code.lead" values={{ code: <WholeNumber>{code}</WholeNumber> }} />
      </p>
      <FormField chart="cancellation" name="code" {...codeInput} label={t('field.code.label')} />
      <FormFailure chart="cancellation" />
      <SubmitButton chart="cancellation" words="cancellation.look" />
      <Resend chart="cancellation" className="small" />
      <OtherWay chart="cancellation" event="order.corrected" words="cancellation.order.correct" />
      <p className="small">{t('signIn.code.help')}</p>
    </Form>
  );
}
