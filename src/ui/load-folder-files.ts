/** Loads the code that reads folders. It is not part of the first hydration, which must be small. */
export const loadFolderFiles = () => import('./folder-files.ts');
