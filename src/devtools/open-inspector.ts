/** The inspector that `?inspect` in the address requests. */
type InspectWish =
  | { mode: 'own' }
  /** `url` is the address of a viewer; without it, Stately's own viewer is used */
  | { mode: 'stately'; url?: string }
  | { mode: 'refused'; words: string };

const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/**
 * Interprets `?inspect`, `?inspect=stately` and `?inspect=stately&url=https://…`. Returns null if
 * the address does not contain `inspect`.
 */
export function readInspectWish(search: string): InspectWish | null {
  const query = new URLSearchParams(search);
  const mode = query.get('inspect');
  if (mode === null) return null;
  if (mode !== 'stately') return { mode: 'own' };
  const url = query.get('url');
  if (url === null) return { mode };
  if (isWebAddress(url)) return { mode, url };
  const words = `The address of a viewer begins with http:// or https://, but url is "${url}".`;
  return { mode: 'refused', words };
}

const look = `position:fixed;inset-block-end:12px;inset-inline-start:12px;z-index:2147483000;
padding:10px 16px;border:1px solid #0003;border-radius:999px;background:#1c1926;color:#f5f0e9;
font:600 14px/1.2 system-ui,sans-serif;box-shadow:0 6px 24px #0004`;

function put<Name extends 'button' | 'p'>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  element.dataset.devtools = 'opener';
  element.style.cssText = look;
  document.body.append(element);
  return element;
}

/**
 * Shows a button that opens an inspector, because browsers open a tab only after a user gesture. A
 * press removes the button.
 */
export function showOpener(text: string, open: () => void): void {
  const button = put('button', text);
  button.type = 'button';
  button.style.cursor = 'pointer';
  button.addEventListener('click', () => {
    button.remove();
    open();
  });
}

export const showRefusal = (words: string): void => {
  put('p', words).role = 'alert';
};
