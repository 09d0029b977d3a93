import { shareField, sharePath } from '../../machines/model/shared-photos.ts';

/** Formats that the file button accepts (src/ui/file-button.tsx). */
const formats = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'].map((name) => `image/${name}`);

/** Pictures of the home page, which have no words and so fit every language. */
const screenshots = [
  { src: '/share.jpg', sizes: '960x504', type: 'image/jpeg', form_factor: 'wide' },
  ...['upscale', 'cut-out', 'denoise', 'face-blur'].map((name) => ({
    src: `/home/offer-${name}.webp`,
    sizes: '560x400',
    type: 'image/webp',
    form_factor: 'narrow',
  })),
];

type Shortcut = { name: string; url: string };

/**
 * Returns the web app manifest of an operator's product. It has no language, because the app starts
 * at `/`, which redirects to the visitor's language. So the installed app is the same in all
 * languages.
 * @param description of the home page, in the language of the linking page, like the shortcuts
 */
export function webManifest(
  product: string,
  description: string,
  shortcuts: readonly Shortcut[],
): string {
  return JSON.stringify({
    id: '/',
    name: product,
    short_name: product,
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    categories: ['photo', 'utilities'],
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
    screenshots,
    shortcuts,
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: shareField, accept: formats }] },
    },
  });
}
