const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * For text and for quoted attribute values. Escapes like React, or hydration would report a
 * mismatch.
 */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (found) => replacements[found] ?? found);
