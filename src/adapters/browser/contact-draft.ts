import type { ContactDraft, ContactPort } from '../../../machines/ports/contact.port.ts';

const key = 'lightwell.contact';

const isDraft = (value: unknown): value is ContactDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const { visitor, address, name, message } = value as Record<string, unknown>;
  return [visitor, address, name, message].every((text) => typeof text === 'string');
};

function stored(): ContactDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    // refused, or written by another product of this host
    return null;
  }
}

/** Keeps what is typed into the contact form: for the tab, or in memory where storage is refused. */
export function createContactDraft(): Pick<ContactPort, 'readDraft' | 'keepDraft' | 'dropDraft'> {
  let kept: ContactDraft | null | undefined;
  const keep = (draft: ContactDraft | null) => {
    kept = draft;
    try {
      if (draft) sessionStorage.setItem(key, JSON.stringify(draft));
      else sessionStorage.removeItem(key);
    } catch {
      // full or refused: in memory it outlives a move to another page
    }
  };
  return {
    readDraft: async () => (kept === undefined ? stored() : kept),
    keepDraft: ({ draft }) => keep(draft),
    dropDraft: async () => keep(null),
  };
}
