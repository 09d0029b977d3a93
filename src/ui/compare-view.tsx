import './compare-view.css';
import { type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { atRest, maxZoom, middle, zoomedTo } from './compare-geometry.ts';
import { changeOfKey } from './compare-keys.ts';
import { CompareToolbar } from './compare-toolbar.tsx';
import { useCompareGestures } from './use-compare-gestures.ts';

type Picture = {
  src: string;
  alt: string;
  /** address of the same picture as AVIF, for browsers that support the format */
  avif?: string;
};

export type CompareWords = {
  /** name of the whole view for screen readers */
  label: string;
  divider: string;
  before: string;
  after: string;
  hold: string;
  zoomIn: string;
  zoomOut: string;
  zoomReset: string;
  help: string;
  /**
   * returns the text for screen readers that describes the divider's position in percent of the
   * width
   */
  value: (original: number) => string;
  zoomValue: (zoom: number) => string;
};

type Props = {
  before: Picture;
  after: Picture;
  /** size of both pictures in pixels of the result */
  width: number;
  height: number;
  words: CompareWords;
  /** true for illustrations, which have no zoom buttons */
  plain?: boolean;
  /** true if the pictures are at the top of the page, so that the browser must load them first */
  eager?: boolean;
};

type LayerProps = {
  picture: Picture;
  width: number;
  height: number;
  eager: boolean;
  style: CSSProperties;
};

const Layer = ({ picture: { src, avif, alt }, eager, ...rest }: LayerProps) => (
  <picture>
    {avif && <source srcSet={avif} type="image/avif" />}
    <img
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      draggable={false}
      {...rest}
    />
  </picture>
);

/** Shows two pictures of the same shape on top of each other, with a divider between them (R78). */
export function CompareView({ before, after, width, height, words, plain, eager = false }: Props) {
  const [geometry, setGeometry] = useState(atRest);
  const [held, setHeld] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const gestures = useCompareGestures(stage, geometry, setGeometry);
  const split = held ? 100 : geometry.split;
  const style: CSSProperties = {
    transform: `translate(${geometry.x * 100}%, ${geometry.y * 100}%) scale(${geometry.zoom})`,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const change = changeOfKey(event.key, event.shiftKey);
    if (!change) return;
    event.preventDefault();
    setGeometry(change);
  };
  return (
    <figure
      className="compare"
      aria-label={words.label}
      style={{ '--ratio': width / height } as CSSProperties}
    >
      <div
        ref={stage}
        className="compare-stage"
        data-zoomed={geometry.zoom > 1}
        style={{ '--split': `${split}%` } as CSSProperties}
        {...gestures}
      >
        <div className="compare-layer">
          <Layer picture={after} width={width} height={height} eager={eager} style={style} />
        </div>
        <div className="compare-layer compare-layer--before">
          <Layer picture={before} width={width} height={height} eager={eager} style={style} />
        </div>
        <span className="compare-tag" data-faded={split < 14}>
          {words.before}
        </span>
        <span className="compare-tag compare-tag--after" data-faded={split > 86}>
          {words.after}
        </span>
        <div
          className="compare-divider"
          role="slider"
          tabIndex={0}
          aria-label={words.divider}
          aria-describedby={helpId}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(split)}
          aria-valuetext={words.value(Math.round(split))}
          onKeyDown={onKeyDown}
        >
          <span className="compare-knob" />
        </div>
      </div>
      <span id={helpId} className="sr-only">
        {words.help}
      </span>
      {!plain && (
        <CompareToolbar
          words={words}
          zoom={geometry.zoom}
          maxZoom={maxZoom}
          onZoom={(zoom) => setGeometry((now) => zoomedTo(now, zoom, middle))}
          held={held}
          onHold={setHeld}
        />
      )}
    </figure>
  );
}
