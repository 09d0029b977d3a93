import './studio-panels.css';
import { AttemptCards } from './attempt-cards.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { WorkingPanel } from './working-panel.tsx';

const panels = { chosen: ChosenPanel, working: WorkingPanel, ended: EndedPanel };

type Props = { view: keyof typeof panels };

export { AttemptCards };

export default function StudioPanel({ view }: Props) {
  const Panel = panels[view];
  return <Panel />;
}
