import { escapeHtml, htmlPage } from '../platform/http/html.ts';
import type { OutboxMail } from './outbox.ts';

/* The page at /outbox for developers. It is in English and has no scripts. */

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1c1926,#f5f0e9);--soft:light-dark(#55505f,#bdb6c6);--line:light-dark(#e7e0d5,#2f2b3c);--link:light-dark(#a83c17,#ffb185)}
body{margin:0 auto;max-width:860px;padding:20px 16px 48px;background:light-dark(#faf7f2,#121019);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 4px;font-size:22px;line-height:1.25}h2{margin:28px 0 8px;font-size:16px}
p{margin:0 0 12px;color:var(--soft)}a{color:var(--link)}ul{list-style:none;margin:16px 0;padding:0}
li a{display:block;padding:12px 0;border-top:1px solid var(--line);color:inherit;text-decoration:none}
li strong{display:block}li span{color:var(--soft);font-size:14px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 14px;margin:12px 0;font-size:14px}dt{color:var(--soft)}dd{margin:0}
iframe{display:block;width:100%;height:min(78vh,820px);border:1px solid var(--line);border-radius:12px;background:#fff;resize:vertical}
pre{margin:0;padding:14px;border:1px solid var(--line);border-radius:12px;white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace}
`;

const page = htmlPage(style, "frame-src 'self'; form-action 'none'");

/** Policy of the page. It allows only the page's own style and the mail in its frame. */
export const outboxPolicy = page.policy;

/**
 * Policy of the mail itself: no scripts, no loading of resources, only in a frame of the outbox
 * page, with an opaque origin.
 */
export const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const timeOf = ({ createdAt }: OutboxMail) =>
  createdAt.toISOString().replace('T', ' ').slice(0, 19);

function row(mail: OutboxMail): string {
  const about = `${mail.address} · ${mail.kind} · ${mail.locale} · ${timeOf(mail)}`;
  return `<li><a href="/outbox/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong><span>${escapeHtml(about)}</span></a></li>`;
}

export function listPage(mails: OutboxMail[], product: string): string {
  const list =
    mails.length > 0
      ? `<ul>${mails.map(row).join('\n')}</ul>`
      : '<p><strong>Nothing yet.</strong> Reload after something was to be mailed.</p>';
  return page.render({
    title: `Outbox – ${product}`,
    body: `<h1>Outbox</h1>
<p>Mails that would have been sent, newest first: this server has no SMTP_URL. As data: <a href="/outbox.json">/outbox.json</a>.</p>
${list}`,
  });
}

/**
 * Returns the plain text of a mail as HTML with clickable links, because links in the frame cannot
 * be followed.
 */
const linked = (text: string) =>
  escapeHtml(text).replace(
    /https?:\/\/[^\s<>]+/g,
    (url) => `<a href="${url}" rel="noreferrer">${url}</a>`,
  );

const attachment = ({ name, text }: OutboxMail['attachments'][number]) =>
  `<h2>Attachment: ${escapeHtml(name)}</h2>\n<details><summary>Show it</summary><pre>${linked(text)}</pre></details>`;

export function mailPage(mail: OutboxMail, product: string): string {
  const about = `To ${mail.address} · ${mail.kind} · ${mail.locale} · ${timeOf(mail)} UTC`;
  const fields = Object.entries({ ...mail.headers, 'Message-ID': mail.messageId })
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('\n');
  return page.render({
    title: `${mail.subject} – ${product}`,
    body: `<p><a href="/outbox">Outbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p>${escapeHtml(about)}</p>
<h2>HTML</h2>
<iframe src="/outbox/${mail.id}/html" sandbox title="The mail as HTML"></iframe>
<h2>Plain text</h2>
<pre>${linked(mail.text)}</pre>
${mail.attachments.map(attachment).join('\n')}
<h2>Headers</h2>
<dl>${fields}</dl>`,
  });
}
