import './drop-panel.css';
import { useEffect } from 'react';
import { mostPhotos } from '../../../machines/model/photo.ts';
import { selectRecord } from '../../../machines/runs/runs.selectors.ts';
import { selectElsewhere, selectEnd } from '../../../machines/studio/studio.selectors.ts';
import { dropEarlyPhoto } from '../../boot/early-photo.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import { LocaleLink } from '../../i18n/link.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useRetention } from '../../i18n/retention.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FolderButton } from '../../ui/folder-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOpensHeic } from '../../ui/use-opens-heic.ts';
import { AllowanceMeter } from './allowance-meter.tsx';
import { HeroCompare } from './hero-compare.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import { samples, sampleThumbnailUrl, sampleUrl } from './samples.ts';
import { type PhotoFault, selectPhotoFault } from './studio.selectors.ts';
import { useChooseFiles } from './use-choose-files.ts';

type PlainFault = Exclude<PhotoFault['reason'], 'failure' | 'tooSmall' | 'tooManyBytes'>;

const faultWords: Record<PlainFault, MessageId> = {
  empty: 'problem.empty',
  notAnImage: 'problem.notAnImage',
  truncated: 'problem.truncated',
  animated: 'problem.animated',
  tooLarge: 'problem.tooLarge',
  unreadable: 'problem.unreadable',
  unsupportedFormat: 'problem.format',
};

function FaultNotice({ fault }: { fault: PhotoFault }) {
  const t = useText();
  const { bytes } = useFormats();
  const words = () => {
    switch (fault.reason) {
      case 'failure':
        return t(failureWords(fault.failure));
      case 'tooSmall':
        return t('obstacle.small', { limit: fault.minSide });
      case 'tooManyBytes':
        return t('problem.bytes', { limit: bytes(fault.maxBytes) });
      default:
        return t(faultWords[fault.reason]);
    }
  };
  return (
    <Notice tone="warn" title={t('problem.title')} live>
      {words()}
    </Notice>
  );
}

function ReadyNotice() {
  const t = useText();
  const record = useChart('runs', selectRecord);
  if (!record) return null;
  return (
    <Notice
      tone="good"
      icon="check"
      title={t('card.succeeded.title')}
      live
      actions={
        <LocaleLink
          to={`/result/${encodeURIComponent(record.id)}`}
          className={buttonClass('primary')}
        >
          {t('card.succeeded.open')}
        </LocaleLink>
      }
    />
  );
}

function ElsewhereNotice() {
  const t = useText();
  const { list } = useFormats();
  const names = useChart('studio', selectElsewhere);
  if (names.length === 0) return null;
  return (
    <Notice icon="photo" title={t('kept.elsewhere.title', { count: names.length })} live>
      {t('kept.elsewhere.text', { names: list(names) })}
    </Notice>
  );
}

const facts = ['drop.price', 'drop.quality', 'drop.private'] as const;

/** Shows the price with a link, the quality, and how long and for whom the photos are stored. */
function DropFacts() {
  const t = useText();
  const retention = useRetention();
  return (
    <ul className="drop-facts">
      {facts.map((fact) => (
        <li key={fact}>
          {fact === 'drop.price' ? (
            <LocaleLink to="/pricing">{t(fact)}</LocaleLink>
          ) : (
            t(fact, { retention })
          )}
        </li>
      ))}
    </ul>
  );
}

function SampleRow() {
  const t = useText();
  const send = useSend('studio');
  return (
    <div className="samples">
      <p>{t('sample.title')}</p>
      <ul>
        {samples.map(({ file, name }) => (
          <li key={file}>
            <button
              type="button"
              className="sample"
              aria-label={t('sample.use', { name: t(name) })}
              onClick={() =>
                send({
                  type: 'photo.chosen',
                  source: { kind: 'sample', name: file, url: sampleUrl(file) },
                })
              }
            >
              <img loading="lazy" src={sampleThumbnailUrl(file)} alt="" width={64} height={64} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Shows controls to choose a photo, and a sample result. Used while no photo is chosen. */
export function DropPanel() {
  const t = useText();
  const choose = useChooseFiles();
  const fault = useChart('studio', selectPhotoFault);
  const end = useChart('studio', selectEnd);
  const opensHeic = useOpensHeic();
  useEffect(dropEarlyPhoto, []);
  return (
    <>
      {/* first, as on a phone's screen: what arrives later must not move what is there */}
      <HeroCompare />
      <div className="drop">
        {end === 'succeeded' && <ReadyNotice />}
        {fault && <FaultNotice fault={fault} />}
        <LeftOutNote />
        <ElsewhereNotice />
        <fieldset className="drop-target" aria-label={t('drop.label')}>
          <h2 className="drop-title">
            <span className="for-mouse">
              <Text id="drop.title" />
            </span>
            <span className="for-touch">
              <Text id="drop.title.touch" />
            </span>
          </h2>
          <div className="drop-buttons">
            <FileButton look="primary" className="button--large" multiple onFiles={choose}>
              <Icon name="plus" />
              {t(fault ? 'problem.another' : 'drop.choose')}
            </FileButton>
            <FileButton className="for-touch button--large" camera onFiles={choose}>
              <Icon name="camera" />
              {t('drop.camera')}
            </FileButton>
            <FolderButton className="for-mouse button--large" onFiles={choose}>
              {t('drop.folder')}
            </FolderButton>
          </div>
          <p className="for-mouse small muted">{t('drop.paste')}</p>
          <p className="drop-formats">
            {t('text.sentences', {
              first: t('drop.upTo', { limit: mostPhotos }),
              second: t(opensHeic ? 'drop.formatsHeic' : 'drop.formats'),
            })}
          </p>
          <noscript>
            <p>{t('drop.noScript')}</p>
          </noscript>
        </fieldset>
        <DropFacts />
        <SampleRow />
        <AllowanceMeter />
      </div>
    </>
  );
}
