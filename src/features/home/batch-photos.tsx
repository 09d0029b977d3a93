import './batch.css';
import { useRef } from 'react';
import { selectFits } from '../../../machines/batch/batch.line.selectors.ts';
import { selectIsInspecting, selectPhotos } from '../../../machines/batch/batch.list.selectors.ts';
import type { BatchPhoto } from '../../../machines/batch/batch.types.ts';
import type { FunctionFit } from '../../../machines/model/function-fit.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { Icon } from '../../ui/icons.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { BatchThumbnail } from './batch-thumbnail.tsx';
import { useFitWords } from './use-fit-words.ts';

/** Returns the button of the next row of the list, or of the previous row if there is no next row. */
const buttonBeside = (button: Element): HTMLElement | null => {
  const row = button.closest('li');
  return (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button') ?? null;
};

function Row({ photo, fit }: { photo: BatchPhoto; fit: FunctionFit | null }) {
  const t = useText();
  const { line, price } = useFitWords();
  const send = useSend('batch');
  const neighbour = useRef<HTMLElement>(null);
  const { name } = photo.file;
  const isBlocked = fit?.kind === 'blocked';
  return (
    <li className="batch-row">
      <BatchThumbnail photo={photo} />
      <span className="batch-name">
        <span>{name}</span>
        <small data-blocked={isBlocked}>
          {photo.step.kind === 'arrived' && t('batch.inspecting')}
          {isBlocked && t('batch.unfit', { reason: line(fit) })}
          {fit?.kind === 'ready' && price(fit.price)}
        </small>
      </span>
      <PassingButton
        look="quiet"
        aria-label={t('batch.remove', { name })}
        nextFocus={neighbour}
        onClick={({ currentTarget }) => {
          neighbour.current = buttonBeside(currentTarget);
          send({ type: 'photo.excluded', id: photo.id });
        }}
      >
        <Icon name="close" />
      </PassingButton>
    </li>
  );
}

/** Lists the chosen photos before the start, each with its price or the reason why it cannot start. */
export function BatchPhotos() {
  const t = useText();
  const photos = useChart('batch', selectPhotos);
  const fits = useChart('batch', selectFits);
  const isInspecting = useChart('batch', selectIsInspecting);
  return (
    <section className="batch-photos" aria-label={t('batch.photos')}>
      <p role="status">
        {t(isInspecting ? 'batch.checking' : 'batch.count', { count: photos.length })}
      </p>
      <ul className="batch-list">
        {photos.map((photo) => (
          <Row key={photo.id} photo={photo} fit={fits[photo.id] ?? null} />
        ))}
      </ul>
      <p className="muted">{t('batch.example')}</p>
    </section>
  );
}
