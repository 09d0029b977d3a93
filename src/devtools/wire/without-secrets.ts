import type { Json, JsonObject } from './json.ts';

/** Returns the text that replaces a value that must not leave the page. */
export const hidden = (what: string) => `‹${what} hidden›`;

export const isHidden = (text: string) => /‹[^›]* hidden›/.test(text);

const secretKey =
  /token|secret|passw|authorization|credential|signature|cookie|api_?key|idempotency|^(fileKey|key|policy|fields|otp|pin)$|^x-amz/i;
const personalKey = /mail|phone|address|^(first|last|full|user)_?name$|birth|^ip$/i;

const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const jsonWebToken = /\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/g;
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;
const dataUrl = /\bdata:([\w/+.-]*)[^\s"'<>]*/gi;
const query = /\?[^\s"'<>#]*(?:sig|signature|token|x-amz|expires|key|code|mail)[^\s"'<>#]*/gi;
const longSecret = /(?<![\w.-])[A-Za-z0-9+/_-]{40,}={0,2}(?![\w.-])/g;
const photoName = /^[^/\\]*?(\.(?:jpe?g|png|webp|gif|avif|hei[cf]|tiff?|bmp))$/i;

type KeyKind = 'secret' | 'personal' | 'plain';

const keyKinds = new Map<string, KeyKind>();

function kindOfKey(key: string): KeyKind {
  const known = keyKinds.get(key);
  if (known) return known;
  const personal = personalKey.test(key) ? 'personal' : 'plain';
  const kind = secretKey.test(key) ? 'secret' : personal;
  // clears the cache when it grows too large, because a chart may use ids as keys
  if (keyKinds.size > 2000) keyKinds.clear();
  keyKinds.set(key, kind);
  return kind;
}

/** True if the whole value under this property name must be hidden. */
export const isSecretKey = (key: string | undefined) =>
  key !== undefined && kindOfKey(key) === 'secret';

const maxText = 2000;
const maxDepth = 10;
const maxItems = 200;

/**
 * Finds texts that may contain a secret. It is a quick test before the patterns above, because most
 * texts contain none.
 */
const suspicious = /[@?:]|eyJ|bearer|basic|[^\s]{40}/i;

/** Returns the text without mail addresses, tokens, signed URLs and data URLs. */
export function hideInText(text: string): string {
  if (text.length <= maxText && !suspicious.test(text)) return text;
  const shown = text
    .slice(0, maxText)
    .replace(dataUrl, (_, type: string) => hidden(type ? `data ${type}` : 'data'))
    .replace(jsonWebToken, hidden('token'))
    .replace(bearer, `$1 ${hidden('token')}`)
    .replace(query, `?${hidden('query')}`)
    .replace(mail, hidden('mail'))
    .replace(longSecret, hidden('long value'));
  return text.length > maxText ? `${shown}… (${text.length} characters)` : shown;
}

function tellText(text: string, key: string): Json {
  if (text === '') return '';
  const kind = kindOfKey(key);
  if (kind !== 'plain') return hidden(kind);
  const photo = text.includes('.') ? photoName.exec(text) : null;
  return photo ? `${hidden('photo name')}${photo[1]}` : hideInText(text);
}

function tellError(error: Error): JsonObject {
  const failure: unknown = Reflect.get(error, 'failure');
  return {
    error: error.name,
    message: hideInText(error.message),
    ...(failure ? { failure: withoutSecrets(failure) } : {}),
  };
}

const isActor = (value: object) => 'sessionId' in value && 'send' in value;

/** Returns a description of the note that replaced binary data, or null for other objects. */
function tellBytes(value: object): string | null {
  if (!('$binary' in value)) return null;
  const { $binary, type, bytes } = value as { $binary: string; type: string; bytes: number };
  return hidden(`${$binary}${type ? ` ${type}` : ''}, ${bytes} bytes`);
}

function tellList(list: readonly unknown[], key: string, depth: number): Json[] {
  const shown = list.slice(0, maxItems).map((item) => tell(item, key, depth + 1));
  return list.length > maxItems ? [...shown, `… ${list.length - maxItems} more`] : shown;
}

function tellObject(value: object, depth: number): JsonObject {
  const result: JsonObject = {};
  const entries = Object.entries(value);
  for (const [key, part] of entries.slice(0, maxItems)) {
    if (part !== undefined) result[key] = tell(part, key, depth + 1);
  }
  if (entries.length > maxItems) result['…'] = `${entries.length - maxItems} more`;
  return result;
}

function tellOther(value: object, key: string, depth: number): Json {
  if (value instanceof Error) return tellError(value);
  if (value instanceof Date) return value.toISOString();
  if (isActor(value)) return `actor ${String(Reflect.get(value, 'id'))}`;
  if (value instanceof Map || value instanceof Set) return tellList([...value], key, depth);
  if (typeof Blob !== 'undefined' && value instanceof Blob) return hidden(value.constructor.name);
  return tellBytes(value) ?? tellObject(value, depth);
}

function tell(value: unknown, key: string, depth: number): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return tellText(value, key);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'function') return `ƒ ${value.name || 'inline'}`;
  if (typeof value !== 'object') return String(value);
  if (isSecretKey(key)) return hidden('secret');
  if (depth > maxDepth) return '…';
  return Array.isArray(value) ? tellList(value, key, depth) : tellOther(value, key, depth);
}

/**
 * Returns any value as plain JSON that may leave the page: without tokens, mail addresses, photos,
 * signed URLs, keys and long random texts. `key` is the name of the property that contains the
 * value. The name is the best sign of a secret.
 */
export const withoutSecrets = (value: unknown, key = ''): Json => tell(value, key, 0);
