import { isOwn } from './lock-file.ts';

export type LockEntry = {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
};
export type Shipped = {
  path: string;
  name: string;
  version: string;
  licence: string;
  optional: boolean;
};

const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense'],
  ...['CC0-1.0', 'BlueOak-1.0.0', 'Python-2.0'],
]);

/**
 * Returns the third-party packages in a lock file that are not only for development. The lock file
 * contains their licences. Dependencies of workspaces are included, because `npm start` installs
 * them.
 */
export const shippedPackages = (packages: Record<string, LockEntry>): Shipped[] =>
  Object.entries(packages)
    .filter(([path, entry]) => !isOwn(path, entry) && !entry.dev)
    .map(([path, { version = '?', license = 'unknown', optional = false }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      optional,
    }));

/**
 * Returns true if all parts of one alternative are permissive. An expression nested deeper than `(A
 * OR B)` is refused: read its licence and add it here.
 */
export const isPermissive = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((name) => permissive.has(name)));
