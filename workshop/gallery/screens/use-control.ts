import { fireEvent } from '@testing-library/react';

/*
 * Uses one control as the mouse or keys do, in a document without layout. Imitates the browser's
 * own reactions to a key (a click, the next radio button, one step of a slider) unless the screen
 * prevents them. A browser test compares them with real keys (tests/browser/paths/recorder.ts).
 */

/** One way to use a control; `by` is a key, or the mouse. */
export type Use = { by: string; act: (control: Element) => void };

const isText = (element: Element): boolean =>
  element.matches('textarea, input:not([type]), input[type="text"], input[type="email"]');

const isRange = (element: Element): boolean => element.matches('input[type="range"]');

const otherOption = (element: HTMLSelectElement): string | undefined =>
  [...element.options].find(({ selected }) => !selected)?.value;

const stay = (event: Event): void => {
  const { target } = event;
  if (target instanceof Element && target.closest('a[target="_blank"]')) event.preventDefault();
};

/** Clicks without leaving the page, because there is no server. */
const click = (element: Element): void => {
  document.addEventListener('click', stay, { once: true });
  fireEvent.click(element);
  document.removeEventListener('click', stay);
};

/** Opens the menus around a control first, as a person does. */
const openAround = (element: Element): void => {
  const menu = element.closest('details:not([open])');
  const summary = menu?.querySelector('summary');
  if (menu && summary && summary !== element) fireEvent.click(summary);
};

const byMouse = (element: Element): void => {
  openAround(element);
  if (element instanceof HTMLSelectElement) {
    fireEvent.change(element, { target: { value: otherOption(element) } });
  } else if (isRange(element)) fireEvent.change(element, { target: { value: '37' } });
  else if (isText(element)) fireEvent.change(element, { target: { value: 'words' } });
  else {
    fireEvent.pointerDown(element);
    fireEvent.pointerUp(element);
    click(element);
  }
};

const step = (element: HTMLInputElement): void => {
  const value = Number(element.value) + Number(element.step || 1);
  fireEvent.change(element, { target: { value: String(value) } });
};

const clickedBy: Readonly<Record<string, string>> = {
  Enter: 'button, a[href], summary',
  ' ': 'button, summary, input[type="checkbox"], input[type="radio"]',
};

/** Presses a key on the focused element. Enter acts on key down, Space on key up. */
const press = (element: Element, key: string): void => {
  const isLeft = fireEvent.keyDown(element, { key });
  const isClick = element.matches(clickedBy[key] ?? ':not(*)');
  if (isLeft && key === 'Enter' && isClick) click(element);
  if (isLeft && key.startsWith('Arrow') && isRange(element)) step(element as HTMLInputElement);
  const focused = document.activeElement ?? element;
  const isReleased = fireEvent.keyUp(focused, { key });
  if (isLeft && isReleased && key === ' ' && isClick) fireEvent.click(element);
};

const focusOn = (element: Element): void => {
  openAround(element);
  if (element instanceof HTMLElement) element.focus();
  if (document.activeElement !== element) throw new Error('The control does not take the focus.');
};

const key = (name: string): Use => ({
  by: name === ' ' ? 'Space' : name,
  act: (element) => {
    focusOn(element);
    press(element, name);
  },
});

/** The selectable radio buttons of one group. */
export const groupOf = (radio: HTMLInputElement): HTMLInputElement[] =>
  [
    ...document.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${radio.name}"]`),
  ].filter(({ disabled }) => !disabled);

/** Arrow keys choose the next button of a group. Space chooses a single button. */
const arrowToRadio: Use = {
  by: 'ArrowDown',
  act: (element) => {
    const radio = element as HTMLInputElement;
    const group = groupOf(radio);
    const before = group.at(group.indexOf(radio) - 1) ?? radio;
    focusOn(before);
    const isLeft = fireEvent.keyDown(before, { key: 'ArrowDown' });
    if (!isLeft) return;
    radio.focus();
    fireEvent.click(radio);
  },
};

const tabsBeside = (tab: Element): Element[] => [
  ...(tab.closest('[role="tablist"]')?.querySelectorAll('[role="tab"]') ?? []),
];

const isChosen = (tab: Element): boolean => tab.getAttribute('aria-selected') === 'true';

/** Moves with an arrow key from the chosen tab to the next, and from there to the others. */
const arrowToTab = (name: 'ArrowLeft' | 'ArrowRight'): Use => ({
  by: name,
  act: (tab) => {
    const chosen = tabsBeside(tab).find(isChosen);
    if (!chosen) throw new Error('No tab is chosen.');
    focusOn(chosen);
    press(chosen, name);
  },
});

const keysToTab = (tab: Element): Use[] => {
  if (isChosen(tab)) return [key('Enter'), key(' ')];
  const tabs = tabsBeside(tab);
  const by = (tabs.indexOf(tab) - tabs.findIndex(isChosen) + tabs.length) % tabs.length;
  if (by === 1) return [arrowToTab('ArrowRight')];
  return by === tabs.length - 1 ? [arrowToTab('ArrowLeft')] : [];
};

const keysOf = (element: Element): Use[] => {
  if (element.matches('[role="tab"]')) return keysToTab(element);
  if (element.matches('[role="slider"]') || isRange(element)) return [key('ArrowRight')];
  if (element.matches('input[type="radio"]')) {
    return groupOf(element as HTMLInputElement).length > 1 ? [arrowToRadio] : [key(' ')];
  }
  if (element.matches('input[type="checkbox"]')) return [key(' ')];
  if (element.matches('button, summary')) return [key('Enter'), key(' ')];
  if (element.matches('a[href]')) return [key('Enter')];
  // text fields are typed into, and scrollable parts only focused
  return [{ by: 'typing', act: isText(element) ? byMouse : focusOn }];
};

/** The ways to use a control; the mouse is first. */
export const usesOf = (control: Element): Use[] => [
  { by: 'mouse', act: byMouse },
  ...keysOf(control),
];

const isNatural = (element: Element): boolean =>
  element.matches('button, a[href], input, select, textarea, summary');

/** True if Tab, alone or followed by arrow keys, reaches the control. */
export const isReached = (control: Element): boolean => {
  const index = control.getAttribute('tabindex');
  if (index === null) return isNatural(control);
  if (Number(index) >= 0) return true;
  return (
    control.matches('[role="tab"]') &&
    control.closest('[role="tablist"]')?.querySelector('[role="tab"][tabindex="0"]') !== null
  );
};

/** Does what a browser does on Escape in a modal dialog. */
export const pressEscape = (dialog: Element): void => {
  if (!fireEvent.keyDown(dialog, { key: 'Escape' })) return;
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
};
