import { createHash } from 'node:crypto';

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * Escapes text and quoted attribute values, like React, or hydration would report a
 * mismatch.
 */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (found) => replacements[found] ?? found);

type HtmlPage = {
  /** header `content-security-policy`: the page loads only its own style and the server's pictures */
  policy: string;
  render: (content: { lang?: string; title: string; body: string }) => string;
};

/**
 * A small page without scripts.
 * @param directives of the policy, for what else the page may do
 */
export function htmlPage(style: string, directives: string): HtmlPage {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; ${directives}; frame-ancestors 'none'`,
    // A browser requests an icon in any case, and would report a missing one in its console.
    render: ({ lang = 'en', title, body }) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`,
  };
}
