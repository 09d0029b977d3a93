import './compare-view.css';
import {
  type CSSProperties,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useId,
  useRef,
  useState,
} from 'react';
import { atRest, type CompareGeometry } from './compare-geometry.ts';
import { changeOfKey } from './compare-keys.ts';
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
  help: string;
  /**
   * returns the text for screen readers that describes the divider's position in percent of the
   * width
   */
  value: (original: number) => string;
};

export type CompareProps = {
  before: Picture;
  after: Picture;
  /** size of both pictures in pixels of the result */
  width: number;
  height: number;
  words: CompareWords;
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

type StageProps = CompareProps & {
  stage: RefObject<HTMLDivElement | null>;
  geometry: CompareGeometry;
  onChange: Dispatch<SetStateAction<CompareGeometry>>;
  /** hides the pictures until it is known which part to show */
  pending?: boolean;
  children?: ReactNode;
};

/** Shows two pictures of the same shape on top of each other, with a divider between them (R78). */
export function CompareStage(props: StageProps) {
  const { before, after, width, height, words, eager = false, pending, children } = props;
  const { stage, geometry, onChange } = props;
  const helpId = useId();
  const gestures = useCompareGestures(stage, geometry, onChange);
  const { split } = geometry;
  const style: CSSProperties = {
    transform: `translate(${geometry.x * 100}%, ${geometry.y * 100}%) scale(${geometry.zoom})`,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const change = changeOfKey(event.key, event.shiftKey);
    if (!change) return;
    event.preventDefault();
    onChange(change);
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
        data-zoomed={geometry.zoom > 1 || undefined}
        data-opening={geometry.isOpening}
        data-pending={pending}
        style={{ '--split': `${split}%` } as CSSProperties}
        {...gestures}
      >
        <div className="compare-layer">
          <Layer picture={after} width={width} height={height} eager={eager} style={style} />
        </div>
        <div className="compare-layer compare-layer--before">
          <Layer picture={before} width={width} height={height} eager={eager} style={style} />
        </div>
        <span className="compare-tag" data-faded={split < 14 || undefined}>
          {words.before}
        </span>
        <span className="compare-tag compare-tag--after" data-faded={split > 86 || undefined}>
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
      {children}
    </figure>
  );
}

/** Shows the comparison without buttons, as an illustration. */
export function CompareView(props: CompareProps) {
  const [geometry, setGeometry] = useState(atRest);
  const stage = useRef<HTMLDivElement>(null);
  return <CompareStage {...props} stage={stage} geometry={geometry} onChange={setGeometry} />;
}
