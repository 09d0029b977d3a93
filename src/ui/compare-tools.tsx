import './compare-tools.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { atRest, maxZoom, middle, zoomedTo } from './compare-geometry.ts';
import { growthIn, type Opening, openedAt } from './compare-opening.ts';
import { CompareToolbar, type ToolbarWords } from './compare-toolbar.tsx';
import { type CompareProps, CompareStage, type CompareWords } from './compare-view.tsx';

type Props = CompareProps & {
  words: CompareWords & ToolbarWords;
  /** what is shown first; null for the whole picture */
  opening?: Opening | null;
  /** hides the pictures until `opening` is known */
  pending?: boolean;
};

/** Shows the comparison with buttons that zoom, and one that shows the original. */
export function CompareTools({ opening = null, pending = false, ...props }: Props) {
  const [geometry, setGeometry] = useState(atRest);
  const [held, setHeld] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const { width, words } = props;
  // before the pictures are painted, because they must not move afterwards
  useLayoutEffect(() => {
    const shown = stage.current?.getBoundingClientRect().width;
    if (!opening || !shown) return;
    // a visitor who has moved the view already keeps it
    setGeometry((now) =>
      now === atRest ? openedAt(opening, growthIn(shown, width, devicePixelRatio)) : now,
    );
  }, [opening, width]);
  return (
    <CompareStage
      {...props}
      stage={stage}
      geometry={held ? { ...geometry, split: 100 } : geometry}
      onChange={setGeometry}
      pending={pending}
    >
      <CompareToolbar
        words={words}
        zoom={geometry.zoom}
        maxZoom={maxZoom}
        onZoom={(zoom) => setGeometry((now) => zoomedTo(now, zoom, middle))}
        held={held}
        onHold={setHeld}
      />
    </CompareStage>
  );
}
