import type { ReactNode } from 'react';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';

type Words = { title: MessageId; text: MessageId };

const steps: readonly Words[] = [
  { title: 'how.drop.title', text: 'how.drop.text' },
  { title: 'how.choose.title', text: 'how.choose.text' },
  { title: 'how.keep.title', text: 'how.keep.text' },
];

const offers: readonly (Words & { picture: string })[] = [
  { picture: 'upscale', title: 'offers.upscale.title', text: 'offers.upscale.text' },
  { picture: 'cut-out', title: 'offers.cutOut.title', text: 'offers.cutOut.text' },
  { picture: 'denoise', title: 'offers.denoise.title', text: 'offers.denoise.text' },
  { picture: 'face-blur', title: 'offers.faces.title', text: 'offers.faces.text' },
];

const promises: readonly (Words & { icon: IconName })[] = [
  { icon: 'clock', title: 'privacy.deleted.title', text: 'privacy.deleted.text' },
  { icon: 'pinOff', title: 'privacy.location.title', text: 'privacy.location.text' },
  { icon: 'lock', title: 'privacy.private.title', text: 'privacy.private.text' },
];

const questions: readonly { question: MessageId; answer: MessageId }[] = [
  { question: 'faq.free.question', answer: 'faq.free.answer' },
  { question: 'faq.leave.question', answer: 'faq.leave.answer' },
  { question: 'faq.time.question', answer: 'faq.time.answer' },
  { question: 'faq.formats.question', answer: 'faq.formats.answer' },
  { question: 'faq.invent.question', answer: 'faq.invent.answer' },
];

function Privacy() {
  const t = useText();
  return (
    <section className="page home-section" aria-labelledby="privacy">
      <h2 id="privacy">{t('privacy.title')}</h2>
      <ul className="promises">
        {promises.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon name={icon} size={26} />
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <LocaleLink to="/privacy-policy" className="text-link">
        {t('privacy.more')}
      </LocaleLink>
    </section>
  );
}

const linkToPrices = (chunks: ReactNode[]) => (
  <LocaleLink to="/pricing" className="text-link">
    {chunks}
  </LocaleLink>
);

export function HomeSections() {
  const t = useText();
  return (
    <>
      <section className="page home-section" aria-labelledby="how">
        <h2 id="how">{t('how.title')}</h2>
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="page home-section" aria-labelledby="offers">
        <h2 id="offers">{t('offers.title')}</h2>
        <p className="lead">{t('offers.lead')}</p>
        <ul className="offers">
          {offers.map(({ picture, title, text }) => (
            <li key={picture}>
              <img
                src={`/home/offer-${picture}.webp`}
                alt={t('offers.imageAlt', { name: t(title) })}
                width={560}
                height={400}
                loading="lazy"
              />
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </section>
      <Privacy />
      <section className="page home-section faq" aria-labelledby="faq">
        <h2 id="faq">{t('faq.title')}</h2>
        <div>
          {questions.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                {t(question)}
                <Icon name="chevron" />
              </summary>
              <p>
                <Text id={answer} values={{ prices: linkToPrices }} />
              </p>
            </details>
          ))}
        </div>
      </section>
    </>
  );
}
