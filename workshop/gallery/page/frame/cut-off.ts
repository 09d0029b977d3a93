/** Pixels; larger than a rounding error. */
const tolerance = 1;

const clips = new Set(['hidden', 'clip']);

/* Content that can scroll, or ends in an ellipsis, is not cut off. */
function clippedAt(element: Element): DOMRect | null {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { overflowX, textOverflow } = getComputedStyle(at);
    if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return null;
    if (clips.has(overflowX)) return at.getBoundingClientRect();
  }
  return null;
}

const isBeyond = (inner: DOMRect, outer: DOMRect): boolean =>
  inner.left < outer.left - tolerance || inner.right > outer.right + tolerance;

/** False for text that only screen readers see; its box is one pixel. */
const isSeen = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getBoundingClientRect().width > 2;

function textBoxes(element: Element): DOMRect[] {
  const texts = [...element.childNodes].filter(
    (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
  );
  return texts.flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  });
}

const controls = 'button, a[href], summary, input, select';

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);

/** Texts and controls that a box around them cuts off horizontally. */
export function listCutOff(): string[] {
  const cut = [...document.querySelectorAll('#app *')].filter((element) => {
    const boxes = textBoxes(element);
    if (element.matches(controls)) boxes.push(element.getBoundingClientRect());
    if (boxes.length === 0 || !isSeen(element)) return false;
    const edge = clippedAt(element);
    return edge !== null && boxes.some((box) => isBeyond(box, edge));
  });
  return [...new Set(cut.map(nameOf))];
}
