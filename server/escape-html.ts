const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** For texts and for attribute values in quotes. As React escapes: else it would be a hydration mismatch. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (found) => replacements[found] ?? found);
