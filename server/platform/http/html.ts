import { createHash } from 'node:crypto';

const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * Escapes text and quoted attribute values in the same way as React. Otherwise hydration would
 * report a difference.
 */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (found) => replacements[found] ?? found);

type HtmlPage = {
  /**
   * value of the header `content-security-policy`: only the page's own style and pictures of this
   * server are allowed
   */
  policy: string;
  render: (content: { lang?: string; title: string; body: string }) => string;
};

/**
 * Returns the template of a small page without scripts.
 * @param directives additional directives of the policy
 */
export function htmlPage(style: string, directives: string): HtmlPage {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; ${directives}; frame-ancestors 'none'`,
    // The page names an icon, because browsers request one in any case and report if it is missing.
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
