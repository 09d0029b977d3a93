import { selectLeftOut } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shown if several files were chosen at once. Names the used photo, and counts the others. */
export function LeftOutNote() {
  const t = useText();
  const leftOut = useChart('studio', selectLeftOut);
  if (!leftOut) return null;
  const { taken: name, count } = leftOut;
  return <Notice live>{t('drop.leftOut', { name, count })}</Notice>;
}
