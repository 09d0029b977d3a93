import { selectLeftOut } from '../../../machines/batch/batch.selectors.ts';
import type { LeftOutReason } from '../../../machines/batch/batch.types.ts';
import { mostPhotos } from '../../../machines/model/photo.ts';
import { selectReplaced } from '../../../machines/studio/studio.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';

const reasonWords: Record<LeftOutReason, MessageId> = {
  twice: 'batch.leftOut.twice',
  tooMany: 'batch.leftOut.tooMany',
  busy: 'batch.leftOut.busy',
  empty: 'batch.leftOut.empty',
  notAnImage: 'batch.leftOut.notAnImage',
  truncated: 'batch.leftOut.truncated',
  animated: 'batch.leftOut.animated',
  tooLarge: 'batch.leftOut.tooLarge',
  unsupportedFormat: 'batch.leftOut.unsupportedFormat',
  tooSmall: 'batch.leftOut.tooSmall',
  tooManyBytes: 'batch.leftOut.tooManyBytes',
  unreadable: 'batch.leftOut.unreadable',
};

/** Names each chosen file that is not used, with the reason. */
function LeftOutFiles() {
  const t = useText();
  const leftOut = useChart('batch', selectLeftOut);
  if (leftOut.length === 0) return null;
  return (
    <Notice live title={t('batch.leftOut.title', { count: leftOut.length })}>
      <ul className="left-out">
        {leftOut.map(({ name, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name and reason
          <li key={at}>
            {t('batch.leftOut.file', {
              name,
              reason: t(reasonWords[reason], { limit: mostPhotos }),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Explains which of the chosen files are not used, or which photo was replaced. */
export function LeftOutNote() {
  const t = useText();
  const replaced = useChart('studio', selectReplaced);
  return (
    <>
      {replaced && <Notice live>{t('drop.replaced', { name: replaced.by })}</Notice>}
      <LeftOutFiles />
    </>
  );
}
