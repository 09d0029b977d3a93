/*
 * The product's colours (src/ui/tokens.css) for mail programs. They are inline, because many mail
 * programs drop style sheets. Dark mode is a style sheet with other colours. Without that style
 * sheet, the mail stays light.
 */

const family =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue','Hiragino Sans','Noto Sans CJK JP',Arial,sans-serif";

export const styles = {
  page: 'margin:0;padding:0;background-color:#faf7f2;color:#1c1926',
  preheader:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:#faf7f2',
  sheet: `max-width:528px;margin:0 auto;padding:28px 16px 40px;font-family:${family};font-size:16px;line-height:1.55;color:#1c1926`,
  brand:
    'margin:0 0 18px;padding:0 4px;font-size:18px;font-weight:600;line-height:28px;letter-spacing:-0.01em;color:#1c1926',
  mark: 'display:inline-block;width:28px;height:28px;margin-right:6px;border-radius:8px;background-color:#16131f;line-height:0;text-align:center;vertical-align:middle',
  shaft:
    'display:inline-block;width:5px;height:0;margin-top:5px;border-right:6px solid transparent;border-bottom:17px solid #ff9d5c;border-left:6px solid transparent;border-radius:3px',
  card: 'padding:30px 26px;border:1px solid #e7e0d5;border-radius:20px;background-color:#ffffff;color:#1c1926',
  title:
    'margin:0;font-size:24px;font-weight:700;line-height:1.25;letter-spacing:-0.015em;text-wrap:balance;word-break:auto-phrase;color:#1c1926',
  text: 'margin:14px 0 0;color:#1c1926;overflow-wrap:anywhere',
  note: 'margin:20px 0 0;font-size:14px;line-height:1.5;color:#55505f;overflow-wrap:anywhere',
  code: "margin:22px 0;padding:18px 8px;border-radius:14px;background-color:#f2ede5;font-family:ui-monospace,'SF Mono',Menlo,Consolas,'Liberation Mono',monospace;font-size:38px;font-weight:700;line-height:1.1;letter-spacing:0.06em;text-align:center;color:#1c1926",
  action: 'margin:22px 0 14px',
  button:
    'display:inline-block;padding:13px 26px;border-radius:999px;background-color:#ff9d5c;background-image:linear-gradient(115deg,#ffc35c,#ff9d5c 55%,#ff7d5c);font-size:16px;font-weight:600;line-height:1.25;text-decoration:none;color:#25120a',
  wholeNumber: 'white-space:nowrap',
  written: 'margin:0;font-size:13px;line-height:1.5;color:#55505f',
  link: 'color:#a83c17;word-break:break-all',
  quote:
    'margin:16px 0 0;padding:2px 0 2px 16px;border-left:3px solid #ff9d5c;color:#1c1926;overflow-wrap:anywhere',
  footer: 'margin:16px 4px 0;font-size:13px;line-height:1.5;color:#6c6777;overflow-wrap:anywhere',
  footerLink: 'color:#6c6777;text-decoration:underline',
} as const;

const dark: Partial<Record<keyof typeof styles, string>> = {
  page: 'background-color:#121019',
  sheet: 'color:#f5f0e9',
  brand: 'color:#f5f0e9',
  mark: 'background-color:#2f2b3c',
  card: 'background-color:#1b1825;border-color:#2f2b3c;color:#f5f0e9',
  title: 'color:#f5f0e9',
  text: 'color:#f5f0e9',
  note: 'color:#bdb6c6',
  code: 'background-color:#0c0b12;color:#f5f0e9',
  written: 'color:#bdb6c6',
  link: 'color:#ffb185',
  quote: 'color:#f5f0e9',
  footer: 'color:#9a93a6',
  footerLink: 'color:#9a93a6',
};

const overrides = Object.entries(dark)
  .map(([name, rule]) => `.${name}{${rule.replace(/(;|$)/g, '!important$1')}}`)
  .join('');

export const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${overrides}}`;
