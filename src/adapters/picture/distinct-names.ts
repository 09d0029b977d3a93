const numbered = (name: string, number: number): string =>
  name.replace(/(\.[^.]*)?$/, (extension) => ` (${number})${extension}`);

/**
 * Returns the names, with a number added to repeated names, because names in a ZIP file must be
 * unique. Upper and lower case count as equal, because some systems do not distinguish them.
 */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1)
      unique = numbered(name, number);
    used.add(unique.toLowerCase());
    return unique;
  });
}
