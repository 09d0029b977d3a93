import './studio.css';
import { type ReactNode, useCallback } from 'react';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { useFileArrival } from '../../ui/use-file-arrival.ts';
import { CheckingPanel } from './checking-panel.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import { DropPanel } from './drop-panel.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { type StudioView, selectStudioView } from './studio.selectors.ts';
import { WorkingPanel } from './working-panel.tsx';

const panels: Record<StudioView, () => ReactNode> = {
  drop: () => <DropPanel />,
  checking: () => <CheckingPanel />,
  chosen: () => <ChosenPanel />,
  working: () => <WorkingPanel />,
  ended: () => <EndedPanel />,
};

/** The well: the place of one photo from its choice to its end. Dark by day, too. */
export function Studio() {
  const t = useText();
  const view = useChart('task', selectStudioView);
  const send = useSend('task');
  const choose = useCallback(
    (file: File) => send({ type: 'photo.chosen', source: { kind: 'file', file } }),
    [send],
  );
  const hovering = useFileArrival(choose);
  return (
    <section
      className="page studio-place"
      aria-label={t('studio.label')}
      {...useChartAttributes('task')}
    >
      <div className="studio night" data-view={view} data-hovering={hovering}>
        {panels[view]()}
        <p className="studio-over" aria-hidden="true">
          {t('drop.over')}
        </p>
      </div>
    </section>
  );
}
