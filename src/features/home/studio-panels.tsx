import './studio-panels.css';
import { BatchPanel } from './batch-panel.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { RunCards } from './run-cards.tsx';
import { WorkingPanel } from './working-panel.tsx';

const panels = { chosen: ChosenPanel, working: WorkingPanel, ended: EndedPanel };

type Props = { view: keyof typeof panels };

export { BatchPanel, RunCards };

export default function StudioPanel({ view }: Props) {
  const Panel = panels[view];
  return <Panel />;
}
