import { selectLeftOut } from '../../../machines/studio/studio.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';
import { Notice } from '../../ui/notice.tsx';

/**
 * Explains that only one of several chosen files is used. Names that file, and shows the number of
 * the others.
 */
export function LeftOutNote() {
  const t = useText();
  const leftOut = useChart('studio', selectLeftOut);
  if (!leftOut) return null;
  const { taken: name, count } = leftOut;
  return <Notice live>{t('drop.leftOut', { name, count })}</Notice>;
}
