import { createHash } from 'node:crypto';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { escapeHtml } from '../escape-html.ts';

const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** `publicUrl` is for the head: canonical and alternate addresses. */
export type PageConfig = { runtime: RuntimeConfig; publicUrl: string };

/** Puts the configuration in place of the tokens of a prerendered page, in one pass. */
export function fillPage(html: string, { runtime, publicUrl }: PageConfig, locale: Locale): string {
  const values: Record<string, string> = {
    PRODUCT_NAME: escapeHtml(runtime.product),
    COMPANY_NAME: escapeHtml(runtime.company),
    COMPANY_ADDRESS: escapeHtml(runtime.address),
    SUPPORT_EMAIL: escapeHtml(runtime.email),
    PUBLIC_URL: escapeHtml(publicUrl),
    RETENTION: escapeHtml(runtime.retention[locale] ?? ''),
    RUNTIME_CONFIG: escapeJson(runtime),
    STARTS_ALONE: runtime.runEnv === 'test' ? '1' : '',
  };
  return html.replace(/%([A-Z_]+)%/g, (token, name: string) => values[name] ?? token);
}

/** True for a page of many addresses: a result, a missing page. */
export const isForManyAddresses = (html: string): boolean => html.includes('%ADDRESS_PART%');

/**
 * Puts the part of the address that the build did not know into a page, escaped. Without a part
 * the address is a home page: `/`, or the language without a slash after it.
 */
export function fillAddress(html: string, part: string): string {
  const escaped = escapeHtml(part);
  return html.replace(/((?:\/\w+)?)\/%ADDRESS_PART%/g, (_found, before: string) =>
    part === '' ? before || '/' : `${before}/${escaped}`,
  );
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...elements]
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/i.test(attributes))
    .map(([, , content = '']) => hashOf(content));
}

/**
 * The Content-Security-Policy of one page: its own inline scripts and styles by their hashes,
 * everything else from this origin.
 * @param apiOrigin where the calls and the photos are when they are not on this origin
 */
export function pagePolicy(html: string, apiOrigin: string | null): string {
  const api = apiOrigin ? ` ${apiOrigin}` : '';
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    // Prerendered markup carries style attributes; they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data:${api}`,
    `connect-src 'self' blob:${api}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
