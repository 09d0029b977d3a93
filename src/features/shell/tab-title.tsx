import { selectPercent } from '../../../machines/overlay/overlay.selectors.ts';
import { selectIsFollowing, selectPercentBeside } from '../../../machines/runs/runs.selectors.ts';
import { selectUnseen } from '../../../machines/unseen/unseen.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useChart } from '../../machine-react/use-chart.ts';
import { useTabTitle } from '../../ui/use-tab-title.ts';

const unseenTitles = { ready: 'title.done', ended: 'title.news' } as const;

/** Shows a task's progress in the title of the tab, or that a task has ended unseen. */
export function TabTitle() {
  const t = useText();
  const { percent: percentWords } = useFormats();
  const isWorking = useChart('runs', selectIsFollowing);
  const percentInHand = useChart('overlay', (snapshot) => Math.floor(selectPercent(snapshot)));
  const percentBeside = useChart('runs', selectPercentBeside);
  const percent = isWorking ? percentInHand : percentBeside;
  const unseen = useChart('unseen', selectUnseen);
  const counting =
    percent === null ? null : t('title.progress', { percent: percentWords(percent / 100) });
  useTabTitle(counting ?? (unseen && t(unseenTitles[unseen])));
  return null;
}
