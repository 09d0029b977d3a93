import { selectIsStarted, selectLeftOut } from '../../../machines/batch/batch.selectors.ts';
import type { LeftOutReason } from '../../../machines/batch/batch.types.ts';
import { mostPhotos } from '../../../machines/model/photo.ts';
import { selectReplaced } from '../../../machines/studio/studio.selectors.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';

export const reasonWords: Record<LeftOutReason, MessageId> = {
  twice: 'batch.leftOut.twice',
  tooMany: 'batch.leftOut.tooMany',
  busy: 'batch.leftOut.busy',
  retryable: 'batch.leftOut.retryable',
  emptyFolder: 'batch.leftOut.emptyFolder',
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

/** Number of files that are named. More files are only counted, because a folder may contain hundreds. */
const mostNamed = 8;

/** Names the chosen files that are not used, with the reasons. */
export function LeftOutFiles() {
  const t = useText();
  const leftOut = useChart('batch', selectLeftOut);
  const [first] = leftOut;
  if (!first) return null;
  if (first.reason === 'emptyFolder')
    return (
      <Notice live>
        {t('batch.leftOut.file', { name: first.name, reason: t('batch.leftOut.emptyFolder') })}
      </Notice>
    );
  const others = leftOut.length - mostNamed;
  return (
    <Notice live title={t('batch.leftOut.title', { count: leftOut.length })}>
      <ul className="left-out">
        {leftOut.slice(0, mostNamed).map(({ name, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name and reason
          <li key={at}>
            {t('batch.leftOut.file', {
              name,
              reason: t(reasonWords[reason], { limit: mostPhotos }),
            })}
          </li>
        ))}
        {others > 0 && <li>{t('batch.leftOut.others', { count: others })}</li>}
      </ul>
    </Notice>
  );
}

/**
 * Explains which of the chosen files are not used, or which photo was replaced. The list of a
 * started batch names the files itself.
 */
export function LeftOutNote() {
  const t = useText();
  const replaced = useChart('studio', selectReplaced);
  const hasList = useChart('batch', selectIsStarted);
  return (
    <>
      {replaced && <Notice live>{t('drop.replaced', { name: replaced.by })}</Notice>}
      {!hasList && <LeftOutFiles />}
    </>
  );
}
