/*
 * Writes a screen as text: roles, words, pictures, addresses, the events that each control sends,
 * and progress indicators. Classes and boxes without words are left out, so that a change of style
 * changes nothing.
 */

/** The events that each control sends, by element. */
export type Sent = ReadonlyMap<Element, readonly string[]>;

const told = [
  ...['role', 'type', 'name', 'value', 'href', 'src', 'alt', 'title', 'placeholder', 'accept'],
  ...['capture', 'download', 'target', 'lang', 'min', 'max', 'step', 'datetime', 'inert', 'hidden'],
  ...['disabled', 'open', 'data-state', 'data-view'],
];

const isTold = (name: string): boolean => told.includes(name) || /^aria-/.test(name);

/** True for attributes that every button has. */
const isUsual = (tag: string, name: string, value: string): boolean =>
  tag === 'button' && name === 'type' && value === 'button';

/**
 * Returns a line for a spinner, because a spinner is often the only sign that work is in progress.
 */
const spinner = (element: Element): string[] =>
  element.classList.contains('spinner') ? ['spinner'] : [];

/** Replaces ids that React generates and hashes that builds add to file names. */
const steady = (value: string): string =>
  value
    .replace(/_r_[a-z0-9]+_|«r[a-z0-9]+»|:r[a-z0-9]+:/g, '*')
    .replace(/^data:([^,;]+).*$/s, 'data:$1')
    .replace(/^blob:.*$/, 'blob');

const ownState = (element: Element): string[] => {
  if (!(element instanceof HTMLInputElement)) return [];
  return element.checked ? ['checked'] : [];
};

const attributesOf = (element: Element): string[] =>
  [...element.attributes]
    .filter(({ name, value }) => isTold(name) && !isUsual(element.localName, name, value))
    .map(({ name, value }) => (value === '' ? name : `${name}=${steady(value)}`))
    .sort();

const ownText = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

const boxes = new Set(['div', 'span', 'svg', 'ul', 'ol', 'picture', 'source', 'noscript', 'br']);

/** The lines of one element and its content. */
export function outline(element: Element, sent: Sent, depth = 0): string[] {
  const tag = element.tagName.toLowerCase();
  if (tag === 'style' || tag === 'script' || element.parentElement?.closest('svg')) return [];
  const facts = [...attributesOf(element), ...ownState(element), ...spinner(element)];
  const text = ownText(element);
  const presses = sent.get(element) ?? [];
  const isBox = boxes.has(tag) && text === '' && presses.length === 0;
  const isSilent = isBox && facts.every((fact) => fact === 'aria-hidden=true');
  const says = [tag, ...facts, text && `“${text}”`].filter(Boolean).join(' ');
  const effects = presses.map((one) => `${'  '.repeat(depth + 1)}→ ${one}`);
  const inner = [...element.children].flatMap((child) =>
    outline(child, sent, isSilent ? depth : depth + 1),
  );
  return isSilent ? inner : [`${'  '.repeat(depth)}${says}`, ...effects, ...inner];
}
