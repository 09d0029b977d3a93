import { useEffect, useRef } from 'react';
import { selectIsLoggedIn, selectOwnAddress } from '../../../machines/session/session.selectors.ts';
import { OtherWay } from '../../form/form-buttons.tsx';
import { useIsBusy } from '../../form/form-chart.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { SignInFailure } from './sign-in-parts.tsx';
import { TermsLine } from './terms-line.tsx';

/** Explains how the sign-in changes the current session of this browser. */
function Consequence({ address }: { address: string }) {
  const t = useText();
  const isSignedIn = useChart('session', selectIsLoggedIn);
  const own = useChart('session', selectOwnAddress);
  if (!isSignedIn) return t('signIn.link.keeps');
  return own === null || own === address
    ? t('signIn.link.yours')
    : t('signIn.link.switches', { address: own });
}

/**
 * Shows which account the link belongs to, because a stranger may have sent the link. The question
 * has the focus, so that screen readers announce it first and no key presses a button by mistake.
 */
function Question({ address }: { address: string }) {
  const question = useRef<HTMLDivElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className="sign-in-address" ref={question} tabIndex={-1}>
      <p className="sign-in-question">
        <Text id="signIn.link.ask" values={{ address: <strong>{address}</strong> }} />
      </p>
      <p>
        <Consequence address={address} />
      </p>
    </div>
  );
}

function Looking() {
  const t = useText();
  return (
    <p className="sign-in-waiting" role="status">
      <span className="spinner" />
      {t('signIn.link.looking')}
    </p>
  );
}

function Action({ isKnown }: { isKnown: boolean }) {
  const t = useText();
  const send = useSend('signIn');
  const isBusy = useIsBusy('signIn');
  const button = useRef<HTMLButtonElement>(null);
  // focuses the button only if the account is unknown; the failure is then announced by its notice
  useEffect(() => {
    if (!isKnown) button.current?.focus();
  }, [isKnown]);
  const words = isKnown ? 'signIn.link.action' : 'failure.retry';
  return (
    <Button
      ref={button}
      look="primary"
      large
      aria-disabled={isBusy}
      onClick={() => send({ type: isKnown ? 'link.accepted' : 'link.retried' })}
    >
      {isBusy && <span className="spinner" />}
      {t(isBusy ? 'signIn.wait' : words)}
    </Button>
  );
}

/**
 * Asks whether to sign in by the mailed link. Only a press of the button uses up the link (R27).
 */
export function LinkStep({ address }: { address: string | null }) {
  const isBusy = useIsBusy('signIn');
  const isLooking = address === null && isBusy;
  return (
    <>
      {address !== null && <Question address={address} />}
      {isLooking && <Looking />}
      <div className="form">
        <SignInFailure />
        {!isLooking && <Action isKnown={address !== null} />}
        {address !== null && <TermsLine />}
      </div>
      <div className="form-others">
        <OtherWay chart="signIn" event="codeWay.chosen" words="signIn.link.other" />
      </div>
    </>
  );
}
