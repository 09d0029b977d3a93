type Entry = {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};

/** What is wrong with the packages of a lock file, one line each. */
export function lockProblems(packages: Record<string, Entry>): string[] {
  const paths = Object.keys(packages);
  return Object.entries(packages).flatMap(([name, entry]) => {
    // npm drops the builds of other platforms when it locks beside an installed node_modules.
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      (optional) => !paths.some((path) => path.endsWith(`node_modules/${optional}`)),
    );
    return [
      // The project installs from whatever registry the machine uses.
      ...(entry.resolved === undefined ? [] : [`${name} names an address: ${entry.resolved}`]),
      ...(name === '' || entry.integrity?.startsWith('sha512-')
        ? []
        : [`${name} has no sha512 of its contents`]),
      ...missing.map((optional) => `${optional}, wanted by ${name}, is missing`),
    ];
  });
}

/** Dependencies that are not pinned to one version, one line each. */
export const unpinned = (dependencies: Record<string, string>): string[] =>
  Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned exactly: ${version}`);
