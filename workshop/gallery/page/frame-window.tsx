import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type FrameQuery, frameAddress } from './frame/frame-query.ts';
import type { FrameReport } from './gallery-data.ts';
import { type Width, widths } from './view.ts';

/** A frame is loaded within this distance from the viewport, and then stays loaded. */
const near = '900px';

function useIsNear<Element extends HTMLElement>() {
  const place = useRef<Element>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      // `rootMargin` does not apply to the row of languages, because that row scrolls separately
      { rootMargin: near, scrollMargin: near } as IntersectionObserverInit,
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, isNear };
}

type Props = FrameQuery & {
  width: Width;
  /** fraction of the full size */
  scale: number;
  title: string;
  /** only the enlarged frame can be used */
  usable?: boolean;
  onReport?: (report: FrameReport) => void;
};

/** The product in a scaled-down window. The frame is loaded only near the viewport. */
export function FrameWindow(props: Props) {
  const { state, locale, theme, width, scale, title, usable = false, onReport } = props;
  const { place, isNear } = useIsNear<HTMLDivElement>();
  const size = { '--width': `${width}px`, '--height': `${widths[width]}px`, '--scale': scale };
  const address = frameAddress({ state, locale, theme });
  const onLoad = (frame: HTMLIFrameElement) => {
    const inner = frame.contentWindow;
    frame.classList.add('is-here');
    inner?.galleryFrame?.settled.then(onReport).catch(() => {});
  };
  return (
    <div ref={place} className="frame-window" style={size as CSSProperties} data-theme={theme}>
      {isNear && (
        // biome-ignore lint/a11y/noNoninteractiveElementInteractions: a visitor does not cause the load
        <iframe
          key={address}
          src={address}
          title={title}
          tabIndex={usable ? 0 : -1}
          inert={!usable}
          onLoad={({ currentTarget }) => onLoad(currentTarget)}
        />
      )}
    </div>
  );
}
