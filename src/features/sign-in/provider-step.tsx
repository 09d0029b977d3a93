import { useText } from '../../i18n/text.tsx';
import { OtherWay } from './sign-in-parts.tsx';

/** The identity provider asks in its own window. */
export function ProviderStep({ isBusy }: { isBusy: boolean }) {
  const t = useText();
  return (
    <>
      <p className="sign-in-waiting" role="status">
        <span className="spinner" />
        {t(isBusy ? 'signIn.completing' : 'signIn.provider.waiting')}
      </p>
      <div className="sign-in-others">
        <OtherWay event="codeWay.chosen" words="signIn.withCode" />
      </div>
    </>
  );
}
