import './piece-choice.css';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { PieceFrame } from '../../../machines/model/piece-frame.ts';
import { selectPieceFrame } from '../../../machines/preview/preview.selectors.ts';
import { useText } from '../../i18n/text.tsx';
import { useChart, useSend } from '../../machine-react/use-chart.ts';
import { gripOf, placeOf, type Spot, spotAfterKey, spotAt, spotOf } from './piece-spot.ts';

/** Returns the handlers that drag the frame. The move ends when the pointer is released. */
function useFrameDrag(now: Spot, onMoved: (spot: Spot) => void) {
  const frame = useRef<HTMLSpanElement>(null);
  const grip = useRef<{ pointerId: number; x: number; y: number; isMoved: boolean } | null>(null);
  const [held, setHeld] = useState<Spot | null>(null);

  const spotFor = (event: PointerEvent<HTMLElement>): Spot | null => {
    const { current: drawn } = frame;
    const { current: hold } = grip;
    if (!drawn || hold?.pointerId !== event.pointerId) return null;
    const point = { clientX: event.clientX - hold.x, clientY: event.clientY - hold.y };
    const photo = event.currentTarget.getBoundingClientRect();
    return spotAt(point, { photo, drawn: drawn.getBoundingClientRect(), now });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || grip.current || !frame.current) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const from = gripOf(event, frame.current.getBoundingClientRect());
    // a press beside the frame moves it at once
    grip.current = { pointerId: event.pointerId, ...from, isMoved: !from.isOn };
    setHeld(spotFor(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const spot = spotFor(event);
    if (!spot || !grip.current) return;
    grip.current.isMoved = true;
    setHeld(spot);
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    if (grip.current?.pointerId !== event.pointerId) return;
    grip.current = null;
    setHeld(null);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const spot = grip.current?.isMoved ? spotFor(event) : null;
    release(event);
    if (spot) onMoved(spot);
  };
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release };
  return { frame, held, handlers };
}

/**
 * Two sliders in one, like the colour area of React Aria: a screen reader finds one slider for each
 * direction, and the arrow keys of both move the frame in all directions.
 */
function FrameOnPhoto({ frame }: { frame: PieceFrame }) {
  const t = useText();
  const send = useSend('preview');
  const now = spotOf(frame);
  const moveTo = (spot: Spot) => send({ type: 'piece.moved', place: placeOf(spot, frame) });
  const drag = useFrameDrag(now, moveTo);
  const { x, y } = drag.held ?? now;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const spot = spotAfterKey(now, frame, event);
    if (!spot) return;
    event.preventDefault();
    moveTo(spot);
  };
  const axes = (
    [
      ['across', 'x', frame.width],
      ['down', 'y', frame.height],
    ] as const
  ).filter(([, , size]) => size < 1);
  const style = { '--x': x, '--y': y, '--wide': frame.width, '--high': frame.height };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the two sliders in it have the roles; drag and keys are theirs
    <fieldset
      className="piece-choice"
      aria-label={t('preview.place')}
      data-held={drag.held !== null}
      style={style as CSSProperties}
      onKeyDown={onKeyDown}
      {...drag.handlers}
    >
      <span className="piece-shade">
        <span ref={drag.frame} className="piece-frame" />
      </span>
      {axes.map(([name, axis], index) => (
        <input
          key={name}
          type="range"
          aria-label={t(`preview.${name}`)}
          aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
          tabIndex={index === 0 ? 0 : -1}
          value={Math.round(now[axis] * 100)}
          onChange={({ target }) => moveTo({ ...now, [axis]: target.valueAsNumber / 100 })}
        />
      ))}
    </fieldset>
  );
}

/** Shows on the photo which piece the preview shows, and moves the piece. */
export function PieceChoice() {
  const frame = useChart('preview', selectPieceFrame);
  return frame && <FrameOnPhoto frame={frame} />;
}
