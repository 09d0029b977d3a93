import type { Locale } from '../../machines/model/locale.ts';

/** Messages of the page, by their names in `locales/`. */
export const offlineMessages = {
  offline: 'offline.title',
  unreached: 'offline.unreached',
  text: 'offline.page',
  retry: 'failure.retry',
} as const;

export type OfflineWords = Record<keyof typeof offlineMessages, string>;

/** The colours are those of src/ui/tokens.css. */
const style = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;text-align:center;word-break:auto-phrase;
background:light-dark(#faf7f2,#121019);color:light-dark(#1c1926,#f5f0e9);
font:1.0625rem/1.5 -apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,system-ui,sans-serif}
main{padding:1.5rem;max-width:28rem}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2;text-wrap:balance}
p{margin:0 0 2rem;color:light-dark(#55505f,#bdb6c6);text-wrap:balance}
a{display:inline-block;padding:.75rem 1.5rem;border-radius:999px;font-weight:600;text-decoration:none;
color:#25120a;background:linear-gradient(115deg,#ffc35c,#ff9d5c 55%,#ff7d5c)}
a:focus-visible{outline:3px solid light-dark(#4b3fbf,#c4b8ff);outline-offset:3px}`;

/**
 * Loads the page again when the server answers. A request is needed, because a browser is online
 * before its connection works.
 */
const script = `const look=()=>navigator.onLine&&fetch('/_build/latest.json',{cache:'no-store'}).then(()=>location.reload(),()=>{})
addEventListener('online',look)
setInterval(look,5000)`;

/** Forbids everything except the page's own style, script and request. */
const policy =
  "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/**
 * Returns the page that is shown in place of a page that cannot be loaded.
 */
export function offlinePage(
  locale: Locale,
  words: OfflineWords,
  { isOnline }: { isOnline: boolean },
): Response {
  const title = isOnline ? words.unreached : words.offline;
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${words.text}</p><a href="">${words.retry}</a></main>
<script>${script}</script></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  };
  return new Response(html, { status: 503, headers });
}
