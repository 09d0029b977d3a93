/**
 * Returns the web app manifest of an operator's product. It has no language, because the app starts
 * at `/`, which redirects to the visitor's language. So the installed app is the same in all
 * languages.
 * @param description of the home page, in the language of the linking page
 */
export function webManifest(product: string, description: string): string {
  return JSON.stringify({
    id: '/',
    name: product,
    short_name: product,
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // value of `--paper` in src/ui/tokens.css
    background_color: '#faf7f2',
    theme_color: '#faf7f2',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      {
        src: '/icon-maskable-512.png',
        sizes: '512x512',
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  });
}
