import type { FrameReport, GalleryState, Shot } from '../gallery-data.ts';
import { listCutOff } from './cut-off.ts';
import type { WatchedMessages } from './watch-messages.ts';

/** An element whose content is all fixed has no box of its own, so its content is measured. */
const visible = (element: Element): Element =>
  element.getBoundingClientRect().height > 0
    ? element
    : ([...element.children].find((child) => child.getBoundingClientRect().height > 0) ?? element);

/* The open dialog, which covers the page; otherwise the element of the shot. */
function elementOf(shot: Shot): Element | null {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) return dialog;
  if (typeof shot === 'string') return null;
  const element = document.querySelector(`[data-actor="${shot.element}"]`);
  return element && visible(element);
}

function boxOf(shot: Shot): FrameReport['box'] {
  const element = elementOf(shot);
  if (element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    return height > 0 ? { x: left + scrollX, y: top + scrollY, width, height } : null;
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  return shot === 'page' ? { x: 0, y: 0, width: scrollWidth, height: scrollHeight } : null;
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
    cutOff: listCutOff(),
    box: boxOf(shot),
  };
}
