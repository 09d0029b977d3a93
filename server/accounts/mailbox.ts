/** Domains of providers whose mailboxes ignore dots, each with the provider's main domain. */
const ignoresDots: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
};

/**
 * Returns one name for all spellings of a mailbox: without a `+tag`, and without dots if the
 * provider ignores dots. The name is used only for counting free credits. Accounts and mails use
 * the given email address.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const untagged = local.split('+')[0] || local;
  const provider = ignoresDots[domain];
  return provider ? `${untagged.replaceAll('.', '')}@${provider}` : `${untagged}@${domain}`;
}
