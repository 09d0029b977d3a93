const numbered = (name: string, number: number): string =>
  name.replace(/(\.[^.]*)?$/, (extension) => ` (${number})${extension}`);

/**
 * Returns the names with a number where a name occurs again, because a ZIP file may hold a name only
 * once. Some systems do not distinguish upper and lower case.
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
