import type { FrameReport, GalleryState, Shot } from '../gallery-data.ts';
import type { WatchedMessages } from './watch-messages.ts';

function boxOf(shot: Shot): FrameReport['box'] {
  const { scrollWidth, scrollHeight } = document.documentElement;
  // what covers the window is seen there and nowhere else
  if (shot === 'window' || document.querySelector('dialog[open]')) return null;
  if (shot === 'page') return { x: 0, y: 0, width: scrollWidth, height: scrollHeight };
  const element = document.querySelector(`[data-actor="${shot.element}"]`);
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + scrollX, y: top + scrollY, width, height };
}

export function reportOf(
  { shot }: GalleryState,
  { used, missing }: WatchedMessages,
  faults: readonly string[],
): FrameReport {
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    messages: [...used].sort(),
    missing: [...missing].sort(),
    faults,
    overflow: Math.max(0, scrollWidth - clientWidth),
    box: boxOf(shot),
  };
}
