import { useText } from '../../i18n/text.tsx';
import { useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { OtherWay, SignInFailure } from './sign-in-parts.tsx';

/** R27: only a press uses the mailed link up. */
export function LinkStep({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  const send = useSend('signIn');
  return (
    <>
      <p>{t('signIn.link.lead')}</p>
      <div className="sign-in-form">
        <SignInFailure />
        <Button
          look="primary"
          large
          aria-disabled={isBusy}
          onClick={() => send({ type: 'link.accepted' })}
        >
          {isBusy && <span className="spinner" />}
          {t(isBusy ? 'signIn.wait' : 'signIn.link.action')}
        </Button>
      </div>
      <div className="sign-in-others">
        <OtherWay event="codeWay.chosen" words="signIn.withCode" />
      </div>
    </>
  );
}
