import { escapeHtml } from '../platform/http/html.ts';
import type { Block, Content } from './mail-blocks.ts';
import { darkRules, styles } from './mail-styles.ts';
import type { Footer } from './mail-text.ts';
import { joined } from './mail-words.ts';

type Style = keyof typeof styles;

/**
 * Returns class and inline style. The class is only for dark mode, because mail programs may remove
 * its style sheet.
 */
const dressed = (style: Style) => `class="${style}" style="${styles[style]}"`;

const element = (tag: string, style: Style, content: string) =>
  `<${tag} ${dressed(style)}>${content}</${tag}>`;

const orderOrReceipt = /\bLW-[0-9A-Z]{4}-(?:[0-9A-Z]{4}|\d{7})\b/g;

/** Returns escaped text, in which the numbers of orders and receipts do not break at hyphens. */
const words = (text: string) =>
  escapeHtml(text).replace(orderOrReceipt, `<span style="${styles.wholeNumber}">$&</span>`);

const lines = (text: string) => words(text).replace(/\r?\n/g, '<br>');

const link = (style: Style, url: string, content: string) =>
  `<a href="${escapeHtml(url)}" ${dressed(style)}>${escapeHtml(content)}</a>`;

/** Returns the HTML of a code. The groups of digits are spaced, but copied as one number. */
function codeHtml(code: string): string {
  const groups = code
    .split(' ')
    .map((group, index) => {
      const style = index === 0 ? '' : ' style="padding-left:0.35em"';
      return `<span${style}>${escapeHtml(group)}</span>`;
    })
    .join('');
  return element('p', 'code', groups);
}

function blockHtml(block: Block, written: string): string {
  switch (block.kind) {
    case 'code':
      return codeHtml(block.code);
    case 'button':
      return [
        element('p', 'action', link('button', block.url, block.label)),
        element('p', 'written', `${escapeHtml(written)}<br>${link('link', block.url, block.url)}`),
      ].join('\n');
    case 'quote':
      return element('blockquote', 'quote', lines(block.text));
    case 'text':
      return element('p', 'text', lines(block.text));
    case 'note':
      return element('p', 'note', lines(block.text));
  }
}

/**
 * Invisible characters that prevent the mail's text from appearing after the preheader in a list of
 * mails.
 */
const gap = '&#847;&zwnj;&nbsp;'.repeat(80);

/**
 * The product's mark, drawn with borders, because mail programs show neither SVG nor remote images.
 */
const mark = `<span aria-hidden="true" ${dressed('mark')}><span style="${styles.shaft}"></span></span>`;

function footerHtml({ reason, questions, sender, unsubscribe }: Footer): string {
  const paragraphs = [joined(reason, questions), sender].map(lines);
  if (unsubscribe) paragraphs.push(link('footerLink', unsubscribe.url, unsubscribe.label));
  return paragraphs.map((content) => element('p', 'footer', content)).join('\n');
}

/** Returns the mail as one HTML page without tables, scripts or remote resources. */
export function mailHtml(
  content: Content,
  footer: Footer,
  frame: { locale: string; product: string; written: string },
): string {
  const { subject, preheader, title, blocks } = content;
  const { locale, product, written } = frame;
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="robots" content="noindex">
<title>${escapeHtml(subject)}</title>
<style>${darkRules}</style>
</head>
<body ${dressed('page')}>
<div style="${styles.preheader}">${escapeHtml(preheader)}${gap}</div>
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="${locale}" ${dressed('sheet')}>
<p ${dressed('brand')}>${mark} ${escapeHtml(product)}</p>
<div ${dressed('card')}>
${element('h1', 'title', words(title))}
${blocks.map((block) => blockHtml(block, written)).join('\n')}
</div>
${footerHtml(footer)}
</div>
</body>
</html>
`;
}
