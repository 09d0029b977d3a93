import { act, fireEvent } from '@testing-library/react';
import type { MountedState } from './mount-state.tsx';
import type { Sent } from './outline.ts';

/* Uses each control of a screen once and notes what the charts are told. */

const controls = 'button, a[href], input, select, textarea, [role="slider"], [tabindex="0"]';

const isUsable = (element: Element): boolean =>
  !element.matches(':disabled, [aria-disabled="true"], [type="file"]') &&
  element.closest('[inert], [hidden]') === null;

const otherOption = (element: HTMLSelectElement): string | undefined =>
  [...element.options].find(({ selected }) => !selected)?.value;

const isText = (element: Element): boolean =>
  element.matches('textarea, input:not([type]), input[type="text"], input[type="email"]');

function use(element: Element): void {
  if (element instanceof HTMLSelectElement) {
    fireEvent.change(element, { target: { value: otherOption(element) } });
  } else if (element.matches('input[type="range"]')) {
    fireEvent.change(element, { target: { value: '37' } });
  } else if (isText(element)) fireEvent.change(element, { target: { value: 'words' } });
  else fireEvent.click(element);
}

/** The nth control of the part that is shown. */
const controlsOf = (shown: Element): Element[] =>
  [...shown.querySelectorAll(controls)].filter(isUsable);

/**
 * @param mount a fresh screen: local state, such as an open menu, must not change the next control
 * @returns by the elements of the last screen that was mounted, which is unused
 */
export async function pressAll(
  mount: () => Promise<MountedState>,
): Promise<{ mounted: MountedState; sent: Sent }> {
  const effects: string[][] = [];
  let mounted = await mount();
  const count = controlsOf(mounted.shown).length;
  for (let nth = 0; nth < count; nth += 1) {
    const before = mounted.shown.outerHTML;
    const control = controlsOf(mounted.shown)[nth];
    if (!control) throw new Error('a screen shows other controls when it is mounted again');
    mounted.heard.length = 0;
    await act(async () => use(control));
    effects.push([...mounted.heard]);
    if (mounted.shown.outerHTML === before && mounted.shown.isConnected) continue;
    mounted.unmount();
    mounted = await mount();
  }
  const sent = new Map(controlsOf(mounted.shown).map((one, nth) => [one, effects[nth] ?? []]));
  return { mounted, sent };
}
