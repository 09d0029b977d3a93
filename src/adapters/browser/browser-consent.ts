import Cookies from 'js-cookie';
import type { RuntimeConfig } from '../../../contract/runtime-config.ts';
import {
  type Allowed,
  type Consent,
  type Purpose,
  wordingVersion,
} from '../../../machines/model/consent.ts';
import type { ConsentPort } from '../../../machines/ports/consent.port.ts';
import { unlessRefused } from './unless-refused.ts';

type Trackers = NonNullable<RuntimeConfig['trackers']>;

const key = 'consent';

/**
 * Prefixes of the names that outside services give to their cookies and storage items, by purpose.
 */
const traces: Record<Purpose, readonly string[]> = {
  measurement: ['AMP_', 'amp_', '_ga', '_gid', '_gat'],
  advertising: [
    ...['_fbp', '_fbc', 'lastExternalReferrer', 'topicsLastReferenceTime'],
    ...['_ttp', '_tt_', 'tt_', 'ttcsid', '_gcl_'],
  ],
};

const isTrue = (value: unknown): boolean => value === true;

function consentFrom(text: string | null): Consent | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { allowed, at, wording, despiteSignal } = value as Record<string, unknown>;
    if (typeof allowed !== 'object' || allowed === null) return null;
    if (typeof at !== 'string' || typeof wording !== 'string') return null;
    const { measurement, advertising } = allowed as Record<string, unknown>;
    const given: Allowed = {
      measurement: isTrue(measurement),
      advertising: isTrue(advertising),
    };
    return { allowed: given, at, wording, despiteSignal: isTrue(despiteSignal) };
  } catch {
    return null;
  }
}

function readKept(): Consent | null {
  try {
    return consentFrom(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Returns the purposes that need consent in the operator's configuration. */
const askedOf = ({ amplitude, gaId, metaPixelId, tiktokPixelId }: Trackers): Purpose[] => [
  ...(amplitude || gaId ? (['measurement'] as const) : []),
  ...(metaPixelId || tiktokPixelId ? (['advertising'] as const) : []),
];

/**
 * Returns this host and its parent domains, because outside services set cookies on the highest
 * domain that the browser allows.
 */
function domains(): (string | undefined)[] {
  const names = location.hostname.split('.');
  return [undefined, ...names.slice(0, -1).map((_, n) => `.${names.slice(n).join('.')}`)];
}

const begins = (name: string, beginnings: readonly string[]) =>
  beginnings.some((one) => name.startsWith(one));

function removeCookies(beginnings: readonly string[]) {
  for (const name of Object.keys(Cookies.get())) {
    if (!begins(name, beginnings)) continue;
    for (const domain of domains()) {
      Cookies.remove(name, { path: '/', ...(domain ? { domain } : {}) });
    }
  }
}

function removeKeys(storage: Storage, beginnings: readonly string[]) {
  for (const name of Object.keys(storage)) {
    if (begins(name, beginnings)) storage.removeItem(name);
  }
}

/** Creates the port for the visitor's choice, which is stored on this device for all tabs (R77). */
export function createBrowserConsent(trackers: Trackers): ConsentPort {
  return {
    readConsent: async () => ({
      asked: askedOf(trackers),
      kept: readKept(),
      isObjecting: isTrue((navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl),
    }),
    keepConsent: async ({ allowed, despiteSignal }) =>
      unlessRefused('keepConsent', () => {
        const consent: Consent = {
          allowed,
          at: new Date().toISOString(),
          wording: wordingVersion,
          despiteSignal,
        };
        localStorage.setItem(key, JSON.stringify(consent));
      }),
    watchConsent: (_, emit) => {
      const hear = ({ key: changed, newValue }: StorageEvent) => {
        const consent = changed === key ? consentFrom(newValue) : null;
        if (consent) emit({ type: 'consent.elsewhere', consent });
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
    forgetTraces: async ({ purposes }) =>
      unlessRefused('forgetTraces', () => {
        const beginnings = purposes.flatMap((purpose) => traces[purpose]);
        removeCookies(beginnings);
        removeKeys(localStorage, beginnings);
        removeKeys(sessionStorage, beginnings);
      }),
  };
}
