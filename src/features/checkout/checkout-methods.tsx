import {
  type MethodChoice,
  selectMethodChosen,
  selectMethods,
  selectReplaced,
} from '../../../machines/checkout/checkout.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useDialogChart, useSend } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';
import { MethodIcon } from './method-icon.tsx';
import { useMethodName } from './use-method-name.ts';

function Method({ method }: { method: MethodChoice }) {
  const t = useText();
  const nameOf = useMethodName();
  const send = useSend('checkout');
  const { code, icon, isChosen, obstacle } = method;
  return (
    <label className="checkout-option" data-blocked={obstacle !== null}>
      <input
        className="covering"
        type="radio"
        name="method"
        value={code}
        checked={isChosen}
        disabled={obstacle !== null}
        onChange={() => send({ type: 'method.chosen', method: code })}
      />
      <MethodIcon icon={icon} code={code} />
      <span className="checkout-option-text">
        <span className="checkout-option-name">{nameOf(method)}</span>
        {obstacle && t(`method.reason.${obstacle}`)}
      </span>
    </label>
  );
}

/** Explains that the chosen payment method can no longer be used and was replaced. */
function Replaced() {
  const t = useText();
  const nameOf = useMethodName();
  const replaced = useDialogChart('checkout', selectReplaced);
  const other = useDialogChart('checkout', selectMethodChosen);
  return (
    <div role="status">
      {replaced && (
        <Notice>
          {t(other ? 'checkout.replaced' : 'checkout.replaced.none', {
            name: nameOf(replaced),
            reason: t(`method.reason.${replaced.reason}`),
            other: other ? nameOf(other) : '',
          })}
        </Notice>
      )}
    </div>
  );
}

/** Shows the payment methods. Methods that cannot be used are collapsed, each with the reason. */
export function Methods() {
  const t = useText();
  const methods = useDialogChart('checkout', selectMethods);
  const usable = methods.filter(({ obstacle }) => obstacle === null);
  const others = methods.filter(({ obstacle }) => obstacle !== null);
  return (
    <fieldset className="checkout-options">
      <legend>{t('checkout.methods')}</legend>
      <Replaced />
      {usable.length === 0 && <p>{t('checkout.methods.none')}</p>}
      <div className="checkout-methods">
        {usable.map((one) => (
          <Method key={one.code} method={one} />
        ))}
      </div>
      {others.length > 0 && (
        <details className="checkout-others">
          <summary>{t('checkout.methods.others')}</summary>
          <div className="checkout-methods">
            {others.map((one) => (
              <Method key={one.code} method={one} />
            ))}
          </div>
        </details>
      )}
    </fieldset>
  );
}
