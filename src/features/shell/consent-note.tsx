import './consent-note.css';
import {
  type ConsentView,
  selectAskedPurposes,
  selectDraft,
  selectIsObjecting,
} from '../../../machines/consent/consent.selectors.ts';
import type { ConsentEvent } from '../../../machines/consent/consent.types.ts';
import type { Purpose } from '../../../machines/model/consent.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { focusContent } from './focus-content.ts';

type ConsentNoteProps = { view: ConsentView };

const words: Record<Purpose, { name: MessageId; text: MessageId }> = {
  measurement: { name: 'consent.measurement', text: 'consent.measurement.text' },
  advertising: { name: 'consent.advertising', text: 'consent.advertising.text' },
};

const focus = (node: HTMLElement | null) => node?.focus();

/**
 * Reserves space at the end of the page for the height of the note, so that the note covers no
 * content.
 */
const measure = (node: HTMLElement | null) => {
  if (!node) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--consent-height', `${node.offsetHeight}px`);
  });
  observer.observe(node);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent-height');
  };
};

function Purposes({ asked }: { asked: readonly Purpose[] }) {
  const t = useText();
  const draft = useChart('consent', selectDraft);
  const send = useSend('consent');
  return (
    <ul className="consent-purposes">
      {asked.map((purpose) => (
        <li key={purpose}>
          <Switch
            label={t(words[purpose].name)}
            on={draft[purpose]}
            onChange={(on) => send({ type: 'purpose.switched', purpose, on })}
          />
          <p>{t(words[purpose].text)}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows the question for consent, or the current choice. Both buttons look alike and are equally
 * easy to reach.
 */
export default function ConsentNote({ view }: ConsentNoteProps) {
  const t = useText();
  const send = useSend('consent');
  const asked = useChart('consent', selectAskedPurposes);
  const isObjecting = useChart('consent', selectIsObjecting);
  const isBrief = view === 'brief';
  const close = (event: ConsentEvent) => {
    // moves the focus, because the pressed button disappears with the note
    focusContent();
    send(event);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: hears Escape from the buttons in it
    <section
      className="consent"
      ref={measure}
      aria-labelledby="consent-title"
      onKeyDown={({ key }) => {
        if (key === 'Escape' && view === 'changing') close({ type: 'consent.closed' });
      }}
    >
      <h2 id="consent-title" tabIndex={-1} ref={isBrief ? undefined : focus}>
        {t('consent.title')}
      </h2>
      <p>
        <Text
          id="text.sentences"
          values={{
            first: t('consent.lead'),
            second: <LocaleLink to="/privacy-policy">{t('footer.privacy')}</LocaleLink>,
          }}
        />
      </p>
      {isObjecting && <p className="consent-signal">{t('consent.signal')}</p>}
      {!isBrief && <Purposes asked={asked} />}
      <div className="consent-answers">
        <Button onClick={() => close({ type: 'everything.refused' })}>{t('consent.refuse')}</Button>
        <Button onClick={() => close({ type: 'everything.allowed' })}>{t('consent.allow')}</Button>
        {isBrief ? (
          <Button look="quiet" onClick={() => send({ type: 'details.opened' })}>
            {t('consent.details')}
          </Button>
        ) : (
          <Button onClick={() => close({ type: 'choice.saved' })}>{t('consent.save')}</Button>
        )}
        {view === 'changing' && (
          <Button look="quiet" onClick={() => close({ type: 'consent.closed' })}>
            {t('dialog.close')}
          </Button>
        )}
      </div>
    </section>
  );
}
