/** Lasts until the page is closed; starts with the browser's preference. */
export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme
    ? dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = isDark ? 'light' : 'dark';
}
