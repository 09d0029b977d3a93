/** Matches web and email addresses as mail programs detect them, but not every word with a dot. */
const linkLike =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]*:\/\/\S+|www\.\S+|[^\s@]+@[^\s@]+\.\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?)/giu;

const spot = '[…]';

/**
 * Returns the beginning of a visitor's message, without text that mail programs turn into links. A
 * receipt goes to an unverified email address, so it must not carry advertising.
 */
export function withoutLinks(message: string, most: number): string {
  const bare = message.replace(linkLike, spot);
  const characters = [...bare];
  return characters.length > most ? `${characters.slice(0, most).join('')} …` : bare;
}
