import { escapeHtml, htmlPage } from '../platform/http/html.ts';

/* The operator's pages at /admin. They are in English and have no scripts. */

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1c1926,#f5f0e9);--soft:light-dark(#55505f,#bdb6c6);--line:light-dark(#e7e0d5,#2f2b3c);--card:light-dark(#fff,#1b1825);--link:light-dark(#a83c17,#ffb185);--bad:light-dark(#a3123a,#ff9db3)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1120px;padding:20px 16px 56px;background:light-dark(#faf7f2,#121019);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;align-items:center;gap:6px 18px;padding-bottom:14px;border-bottom:1px solid var(--line)}
header strong{margin-right:auto;font-size:17px}header a,header button{padding:6px 0;min-height:36px}
a{color:var(--link)}a[aria-current]{color:inherit;font-weight:650;text-decoration:none}
h1{margin:24px 0 6px;font-size:24px;line-height:1.25}h2{margin:30px 0 8px;font-size:16px}
p{margin:0 0 12px;color:var(--soft)}
form{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin:14px 0 18px}header form{margin:0}
label{display:grid;gap:4px;flex:1 1 150px;max-width:320px;color:var(--soft);font-size:13px}
input,select,button{font:inherit;color:inherit}
input,select{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--card)}
button{min-height:44px;padding:8px 18px;border:0;border-radius:10px;background:light-dark(#1c1926,#f5f0e9);color:light-dark(#fff,#121019);font-weight:600;cursor:pointer}
header button{padding:6px 0;background:none;color:var(--link);font-weight:400;text-decoration:underline}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:12px;background:var(--card)}
table{width:100%;border-collapse:collapse;font-size:14px}
th,td{padding:10px 14px;text-align:left;vertical-align:top;white-space:nowrap}th{color:var(--soft);font-weight:500}
tbody td{border-top:1px solid var(--line)}td.wide{min-width:240px;white-space:normal}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:minmax(96px,auto) 1fr;gap:4px 18px;margin:14px 0;overflow-wrap:anywhere}dt{color:var(--soft)}dd{margin:0}
.scroll+p{margin-top:12px}
.bad{color:var(--bad)}.none{padding:22px;border:1px dashed var(--line);border-radius:12px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`;

const page = htmlPage(style, "form-action 'self'");

/** Policy of the pages. It allows only the page's own style, and forms that go to this server. */
export const operatorPolicy = page.policy;

/** Text that is HTML already. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Cell = string | number | null | Date | Html;

const textOf = (cell: Cell): string => {
  if (cell instanceof Html) return cell.text;
  if (cell instanceof Date) return escapeHtml(cell.toISOString().replace('T', ' ').slice(0, 19));
  return escapeHtml(String(cell ?? '–'));
};

export const link = (href: string, text: string): Html =>
  new Html(`<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`);

type Column = { name: string; kind?: 'number' | 'wide' };
const classes = { number: ' class="n"', wide: ' class="wide"' };
const classOf = ({ kind }: Column) => (kind ? classes[kind] : '');

/** Returns a table, or the sentence `empty` if there are no rows. */
export function table(columns: Column[], rows: Cell[][], empty: string): string {
  if (rows.length === 0) return `<p class="none">${escapeHtml(empty)}</p>`;
  const head = columns.map((one) => `<th scope="col"${classOf(one)}>${escapeHtml(one.name)}</th>`);
  const body = rows.map((cells) => {
    const tds = columns.map((one, n) => `<td${classOf(one)}>${textOf(cells[n] ?? null)}</td>`);
    return `<tr>${tds.join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

export const facts = (all: Record<string, Cell>): string =>
  `<dl>${Object.entries(all)
    .map(([name, cell]) => `<dt>${escapeHtml(name)}</dt><dd>${textOf(cell)}</dd>`)
    .join('')}</dl>`;

export const field = (name: string, label: string, value: string, type = 'text'): string =>
  `<label>${escapeHtml(label)}<input name="${name}" type="${type}" value="${escapeHtml(value)}"></label>`;

export function select(name: string, label: string, value: string, options: readonly string[]) {
  const all = ['', ...options].map(
    (one) =>
      `<option value="${one}"${one === value ? ' selected' : ''}>${one === '' ? 'any' : one}</option>`,
  );
  return `<label>${escapeHtml(label)}<select name="${name}">${all.join('')}</select></label>`;
}

const places = {
  '/admin': 'Orders',
  '/admin/ledger': 'Ledger',
  '/admin/stuck': 'Stuck',
  '/admin/doctor': 'Doctor',
};

const shell = (title: string, product: string, body: string) =>
  page.render({ title: `${title} – ${product}`, body });

export function operatorPage(
  { title, at, body }: { title: string; at: string; body: string },
  product: string,
): string {
  const links = Object.entries(places).map(
    ([href, name]) => `<a href="${href}"${href === at ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return shell(
    title,
    product,
    `<header><strong>${escapeHtml(product)}</strong>${links.join('')}<form method="post" action="/admin/sign-out"><button>Sign out</button></form></header>
<main><h1>${escapeHtml(title)}</h1>
${body}</main>`,
  );
}

export const signInPage = (product: string, isWrong: boolean): string =>
  shell(
    'Operator',
    product,
    `<main><h1>Operator</h1>
<p>Read only. The token is ADMIN_TOKEN of this server.</p>
${isWrong ? '<p class="bad" role="alert">That is not the token.</p>' : ''}
<form method="post" action="/admin/sign-in"><label>Token<input name="token" type="password" autocomplete="off" required autofocus></label><button>Sign in</button></form></main>`,
  );
