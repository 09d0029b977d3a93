import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

export type ToolbarWords = { hold: string; zoomIn: string; zoomOut: string; zoomReset: string };

type Props = {
  words: ToolbarWords;
  /** magnification, 1 to `maxZoom` */
  zoom: number;
  maxZoom: number;
  onZoom: (zoom: number) => void;
  held: boolean;
  onHold: (held: boolean) => void;
};

const isPressKey = (key: string) => key === ' ' || key === 'Enter';

export const CompareToolbar = ({ words, zoom, maxZoom, onZoom, held, onHold }: Props) => (
  <div className="compare-toolbar">
    <div className="compare-zoom">
      <Button
        look="quiet"
        iconOnly
        aria-label={words.zoomOut}
        aria-disabled={zoom <= 1}
        onClick={() => onZoom(zoom / 1.5)}
      >
        <Icon name="zoomOut" />
      </Button>
      <Button
        look="quiet"
        iconOnly
        aria-label={words.zoomIn}
        aria-disabled={zoom >= maxZoom}
        onClick={() => onZoom(zoom * 1.5)}
      >
        <Icon name="zoomIn" />
      </Button>
      <Button look="quiet" aria-disabled={zoom <= 1} onClick={() => onZoom(1)}>
        {words.zoomReset}
      </Button>
    </div>
    <Button
      look="quiet"
      aria-pressed={held}
      onPointerDown={() => onHold(true)}
      onPointerUp={() => onHold(false)}
      onPointerLeave={() => onHold(false)}
      onPointerCancel={() => onHold(false)}
      onBlur={() => onHold(false)}
      onKeyDown={(event) => isPressKey(event.key) && onHold(true)}
      onKeyUp={(event) => isPressKey(event.key) && onHold(false)}
    >
      <Icon name="eye" />
      {words.hold}
    </Button>
  </div>
);
