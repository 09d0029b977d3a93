type Entry = {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
};

/**
 * Returns true for this project's own packages: workspaces and their links in node_modules. npm
 * does not download them.
 */
export const isOwn = (path: string, { link = false }: { link?: boolean | undefined }): boolean =>
  link || !path.includes('node_modules/');

/** Returns the problems of the packages in a lock file, one per line. */
export function lockProblems(packages: Record<string, Entry>): string[] {
  const paths = Object.keys(packages);
  return Object.entries(packages).flatMap(([name, entry]) => {
    // npm omits the builds of other platforms if node_modules is already installed.
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      (optional) => !paths.some((path) => path.endsWith(`node_modules/${optional}`)),
    );
    return [
      // A lock file without download URLs works with any registry.
      ...(entry.resolved === undefined || isOwn(name, entry)
        ? []
        : [`${name} names an address: ${entry.resolved}`]),
      ...(isOwn(name, entry) || entry.integrity?.startsWith('sha512-')
        ? []
        : [`${name} has no sha512 hash`]),
      ...missing.map((optional) => `${optional}, required by ${name}, is missing`),
    ];
  });
}

/**
 * Returns the folders in a lock file that contain a package.json of this project; '' is the root.
 */
export const workspacesOf = (packages: Record<string, Entry>): string[] =>
  Object.keys(packages).filter((path) => !path.includes('node_modules/'));

/** Returns the packages that two workspaces pin to different versions, one per line. */
export function differingPins(manifests: Record<string, Record<string, string>>): string[] {
  const first = new Map<string, { workspace: string; version: string }>();
  return Object.entries(manifests).flatMap(([workspace, dependencies]) =>
    Object.entries(dependencies).flatMap(([name, version]) => {
      const pin = first.get(name) ?? { workspace, version };
      first.set(name, pin);
      return pin.version === version
        ? []
        : [`${name} is ${version} in ${workspace} and ${pin.version} in ${pin.workspace}`];
    }),
  );
}

/** Returns the dependencies that are not pinned to one version, one per line. */
export const unpinned = (dependencies: Record<string, string>): string[] =>
  Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} is not pinned exactly: ${version}`);
