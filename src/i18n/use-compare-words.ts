import { useMemo } from 'react';
import { useText } from './text.tsx';

/** Returns the texts of the compare view (R78). */
export function useCompareWords() {
  const t = useText();
  return useMemo(
    () => ({
      label: t('compare.label'),
      divider: t('compare.divider'),
      before: t('compare.before'),
      after: t('compare.after'),
      hold: t('compare.hold'),
      zoomIn: t('compare.zoomIn'),
      zoomOut: t('compare.zoomOut'),
      zoomReset: t('compare.zoomReset'),
      help: t('compare.help'),
      value: (original: number) => t('compare.value', { original, result: 100 - original }),
    }),
    [t],
  );
}
