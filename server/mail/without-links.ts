/** Addresses of sites and mailboxes, as mail programs find them; not every word with a dot. */
const linkLike =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]*:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+\.\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?)/giu;

const spot = '[…]';

/**
 * The beginning of what a stranger wrote, without anything that a mail program would make a link of:
 * a receipt goes to an address that nobody has checked, and must not carry advertising there.
 */
export function withoutLinks(message: string, most: number): string {
  const bare = message.replace(linkLike, spot);
  const characters = [...bare];
  return characters.length > most ? `${characters.slice(0, most).join('')} …` : bare;
}
