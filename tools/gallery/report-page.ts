import type { Finding } from './finding.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem; }
section { margin-block: 2.5rem; }
h2 { font-size: 1rem; overflow-wrap: anywhere; }
div { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; }
img { display: block; max-width: 100%; border: 1px solid #8886; }
figcaption { color: GrayText; }`;

const figure = (file: string, words: string) =>
  `<figure><figcaption>${words}</figcaption><img src="${escapeHtml(encodeURI(file))}" alt=""></figure>`;

function section({ variant, state, says, files }: Finding): string {
  const pictures = [
    files.before && figure(files.before, 'accepted'),
    files.now && figure(files.now, 'now'),
    files.difference && figure(files.difference, 'the difference'),
  ];
  const heading = `<h2>${escapeHtml(`${variant}: ${state}`)}</h2><p>${escapeHtml(says)}</p>`;
  return `<section>${heading}<div>${pictures.filter(Boolean).join('')}</div></section>`;
}

/** A page with the findings of a run; its links are relative to its own folder. */
export const reportPage = (findings: readonly Finding[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery: what differs</title>` +
  `<style>${style}</style><h1>${findings.length} findings</h1>` +
  `${findings.map(section).join('\n')}</html>\n`;
