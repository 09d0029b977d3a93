import { OtherWay } from '../../form/form-buttons.tsx';
import { useIsBusy } from '../../form/form-chart.ts';
import { useText } from '../../i18n/text.tsx';

/** Appears while the window of the identity provider is open. */
export function ProviderStep() {
  const t = useText();
  const isBusy = useIsBusy('signIn');
  return (
    <>
      <p className="sign-in-waiting" role="status">
        <span className="spinner" />
        {t(isBusy ? 'signIn.completing' : 'signIn.provider.waiting')}
      </p>
      <div className="form-others">
        <OtherWay chart="signIn" event="codeWay.chosen" words="signIn.withCode" />
      </div>
    </>
  );
}
