import type { ContactDraft, ContactPort } from '../../../machines/ports/contact.port.ts';

const storageKey = 'lightwell.contact';

/** the format that the server accepts */
const keyShape = /^[\w-]{16,64}$/;

/**
 * Returns a stored draft if it is valid, otherwise null. A draft saved by an earlier build may lack
 * the key.
 */
function draftOf(value: unknown): ContactDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { visitor, address, name, message, key } = value as Record<string, unknown>;
  const texts = { visitor, address, name, message };
  if (!Object.values(texts).every((text) => typeof text === 'string')) return null;
  const isKey = typeof key === 'string' && keyShape.test(key);
  return { ...(texts as Record<keyof typeof texts, string>), key: isKey ? key : null };
}

function stored(): ContactDraft | null {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    // storage is refused, or another site on this host wrote an invalid value
    return null;
  }
}

/** Stores the contact form's text for the tab, or in memory if storage is refused. */
export function createContactDraft(): Pick<ContactPort, 'readDraft' | 'keepDraft' | 'dropDraft'> {
  let kept: ContactDraft | null | undefined;
  const keep = (draft: ContactDraft | null) => {
    kept = draft;
    try {
      if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft));
      else sessionStorage.removeItem(storageKey);
    } catch {
      // storage is full or refused; the copy in memory still survives a move to another page
    }
  };
  return {
    readDraft: async () => (kept === undefined ? stored() : kept),
    keepDraft: ({ draft }) => keep(draft),
    dropDraft: async () => keep(null),
  };
}
