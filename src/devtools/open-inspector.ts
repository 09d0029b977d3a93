export type InspectMode = 'own' | 'stately';

/** `?inspect` or `?inspect=stately`; anything else opens no inspector. */
export function readInspectMode(search: string): InspectMode | null {
  const wish = new URLSearchParams(search).get('inspect');
  if (wish === null) return null;
  return wish === 'stately' ? 'stately' : 'own';
}

const words: Record<InspectMode, string> = {
  own: 'Open the inspector',
  stately: 'Stream to the Stately inspector',
};

const look = `position:fixed;inset-block-end:12px;inset-inline-start:12px;z-index:2147483000;
padding:10px 16px;border:1px solid #0003;border-radius:999px;background:#1c1926;color:#f5f0e9;
font:600 14px/1.2 system-ui,sans-serif;cursor:pointer;box-shadow:0 6px 24px #0004`;

/**
 * Browsers open a second tab only after a user gesture, so there is a button for it, which
 * disappears when pressed.
 */
export function showOpener(mode: InspectMode, open: () => void): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words[mode];
  button.dataset.devtools = 'opener';
  button.style.cssText = look;
  button.addEventListener('click', () => {
    button.remove();
    open();
  });
  document.body.append(button);
}
