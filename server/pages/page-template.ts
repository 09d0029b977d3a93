import { createHash } from 'node:crypto';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { disclosuresOf } from '../../machines/model/disclosures.ts';
import type { Locale } from '../../machines/model/locale.ts';
import { unknownErrorId } from '../../machines/model/pages.ts';
import { escapeHtml } from '../platform/http/html.ts';
import { trackerHosts } from './tracker-hosts.ts';

export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Matches a page's facts for search engines, and a token. */
const dataOrToken = /(<script type="application\/ld\+json">.*?<\/script>)|%([A-Z_]+)%/gs;

/** Values for the pages. `publicUrl` is needed for the canonical and alternate URLs in the head. */
export type PageConfig = {
  runtime: RuntimeConfig;
  publicUrl: string;
  /** origin of the files' store; absent if this server sends the files */
  store?: string | undefined;
};

/**
 * Matches a paragraph or a list that is shown only if the condition in `data-when` holds
 * (src/i18n/page-text.ts).
 */
const conditional = /<(p|ul) data-when="(\w+)".*?<\/\1>/gs;

/** Removes the paragraphs of a prerendered page that are not true for the configured services. */
export function withDisclosures(html: string, trackers: RuntimeConfig['trackers']): string {
  const truths: readonly string[] = disclosuresOf(trackers);
  const filtered = html.replace(conditional, (block, _tag, when: string) =>
    truths.includes(when) ? block : '',
  );
  // The browser must later load the same version of the text (src/app/page-texts.ts).
  return trackers
    ? filtered.replaceAll('/pages/privacy-policy.json', '/tracked-pages/privacy-policy.json')
    : filtered;
}

/** Replaces the tokens of a prerendered page with the configuration, in one pass. */
export function fillPage(html: string, { runtime, publicUrl }: PageConfig, locale: Locale): string {
  const texts: Record<string, string> = {
    PRODUCT_NAME: runtime.product,
    COMPANY_NAME: runtime.company,
    COMPANY_ADDRESS: runtime.address,
    COMPANY_DETAILS: runtime.companyDetails ?? '',
    PROCESSORS: runtime.processors ?? '',
    SUPPORT_EMAIL: runtime.email,
    PUBLIC_URL: publicUrl,
    RETENTION: runtime.retention[locale] ?? '',
  };
  const values: Record<string, string> = {
    RUNTIME_CONFIG: escapeJson(runtime),
    STARTS_ALONE: runtime.runEnv === 'test' ? '1' : '',
  };
  const filled = (token: string, name: string, inContext: (text: string) => string) => {
    const text = texts[name];
    return text === undefined ? (values[name] ?? token) : inContext(text);
  };
  return withDisclosures(html, runtime.trackers).replace(
    dataOrToken,
    (token, data: string | undefined, name: string) =>
      data?.replace(/%([A-Z_]+)%/g, (inner, its: string) =>
        filled(inner, its, (text) => escapeJson(text).slice(1, -1)),
      ) ?? filled(token, name, escapeHtml),
  );
}

/** Returns true for a page that is served at many URLs, such as a result or a missing page. */
export const isForManyAddresses = (html: string): boolean => html.includes('%ADDRESS_PART%');

/**
 * Inserts the part of the URL that was unknown at build time, escaped. An empty part gives the path
 * of a home page: `/`, or the language without a slash after it.
 */
export function fillAddress(html: string, part: string): string {
  const escaped = escapeHtml(part);
  return html.replace(/((?:\/\w+)?)\/%ADDRESS_PART%/g, (_found, before: string) =>
    part === '' ? before || '/' : `${before}/${escaped}`,
  );
}

const idElement = /<small class="error-id">.*?<\/small>/g;

/** Inserts the error id, or removes its line if the log has no id. */
export const fillErrorId = (html: string, id: string | null): string =>
  (id ? html : html.replace(idElement, '')).replaceAll(unknownErrorId, id ?? '');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'gi'));
  return [...elements]
    .filter(([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/i.test(attributes))
    .map(([, , content = '']) => hashOf(content));
}

/** Hosts other than this server that a page may use. */
export type PolicyHosts = {
  /** host of the API and the photos; null if they have the same origin as the page */
  api: string | null;
  /** origin of the files' store; absent if this server sends the files */
  store?: string | undefined;
  /** the configured identity provider, or null */
  firebase: { authDomain: string; emulatorHost: string | null } | null;
  /** configured external services; browsers allow a page to contact only these services */
  trackers: NonNullable<RuntimeConfig['trackers']>;
};

/**
 * Returns the hosts of the identity provider that a page needs: for the provider's API, for the
 * script that observes the provider's windows, and for the frame to which these windows report.
 */
function providerHosts(firebase: PolicyHosts['firebase']) {
  if (!firebase) return { script: [], connect: [], frame: [] };
  const { authDomain, emulatorHost } = firebase;
  const emulator = emulatorHost === null ? [] : [`http://${emulatorHost}`];
  return {
    script: ['https://apis.google.com'],
    connect: [
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      ...emulator,
    ],
    frame: [`https://${authDomain}`, ...emulator],
  };
}

/**
 * Returns the Content-Security-Policy of one page. It allows the page's own inline scripts and
 * styles by hash. Other content is allowed only from this origin and from `hosts`.
 */
export function pagePolicy(html: string, hosts: PolicyHosts): string {
  const own = [hosts.api, hosts.store].filter((host) => typeof host === 'string');
  const { script, connect, frame } = providerHosts(hosts.firebase);
  const outside = trackerHosts(hosts.trackers);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(html, 'script'), ...script, ...outside.script].join(' '),
    ["style-src 'self'", ...inlineHashes(html, 'style')].join(' '),
    // Prerendered markup has style attributes, which cannot execute code.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' blob: data:", ...own, ...outside.image].join(' '),
    ["connect-src 'self' blob:", ...own, ...connect, ...outside.connect].join(' '),
    "worker-src 'self' blob:",
    "object-src 'none'",
    ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
