import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildLocaleFiles, versionOf } from './tools/build/compile-messages.ts';
import {
  backendRuntimeConfig,
  firstSnapshots,
  localeFiles,
  wireTable,
  withoutChartMeta,
  withoutIcuParser,
} from './tools/build/vite-plugins.ts';
import { galleryData } from './workshop/gallery/vite-plugin.ts';

/* `npm run dev`: the product runs separately (`npm start`) and answers the calls. */
const backend = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '8787'}`;

/** The production build omits the devtools. Tests and the inspector need the other build. */
const isProduction = process.env.LIGHTWELL_BUILD === 'production';

/* The inspector, the gallery and its frames. A production build does not contain them. */
const toolPages = ['inspector.html', 'gallery.html', 'gallery-frame.html'];

/** Packages that hydration needs. They have a chunk of their own, because they seldom change. */
const libraries =
  /\/node_modules\/(react|react-dom|scheduler|use-(sync-external-store|isomorphic-layout-effect)|@xstate\/react|react-intl|@formatjs|intl-messageformat|wouter|regexparam)\//;

/*
 * Modules that every page loads, in one chunk. Each further file costs a request and a line of
 * HTML, and its styles are compressed separately.
 */
const everyPage = [
  /\/src\/(boot\/boot\.css|features\/shell\/shell\.css|machine-react\/|adapters\/abort-signal\.)/,
  /\/src\/ui\/(tokens|base|button|state-message|passing-button|focus-after|icons|failure-icon)\.|\/src\/ui\/(chip|notice|bar)\.tsx/,
  /\/src\/i18n\/(text|failure-(words|text)|product-words|link|renewal-time)\./,
  /\/machines\/(ports\/port-failure|contact\/contact\.selectors|session\/session\.selectors|model\/(pages|order|locale|state-path|remaining|photo|account|credits|form|photo-option|own-value|code-words|result-side))\./,
];

/** Modules that several charts share, and the choice of a photo. Hydration does not need them. */
const charts = [
  /\/node_modules\/(xstate|js-cookie)\//,
  /\/src\/adapters\/http\/wire-schema\./,
  /\/machines\/(port-actors|charts|chart-setup|form\/(form\.states|resending))\.ts$/,
  /\/machines\/(studio\/studio\.(choice|device)|region-finder\/region-finder\.selectors|encoder\/encoder\.wish|runs\/runs\.cards|run\/run\.beginning|batch\/batch\.(line|photos|pictures)|preview\/preview\.keys)\./,
  /\/src\/ui\/toast-view\.tsx/,
  /\/machines\/model\/(forecast|start-obstacle|picture-format|function-(choice|fit|options|cards)|piece-frame|purse|regions|strokes|workload)\./,
];

/** Texts and controls for a photo, its task and its records. */
const photoParts = [
  /\/src\/i18n\/(stage-words|function-words|use-function-name|use-option-words)\./,
  /\/src\/ui\/(lit-photo|switch|controls)\./,
];

/** Forms, their fields and what they read from charts, so that their styles are one file. */
const forms = [/\/src\/form\//, /\/src\/ui\/field\./, /\/machines\/form\/form\.selectors\./];

/** What pages and charts know about plans. */
const plans = [/\/machines\/(model\/(membership|duration)|subscription\/subscription\.plans)\./];

const group = (name: string, parts: readonly RegExp[]) => ({
  name,
  test: (id: string) => parts.some((part) => part.test(id)),
  includeDependenciesRecursively: false,
});

export default defineConfig({
  plugins: [
    react(),
    withoutIcuParser(),
    wireTable(),
    firstSnapshots(),
    localeFiles(),
    galleryData(),
    ...(isProduction ? [withoutChartMeta()] : []),
    backendRuntimeConfig(backend),
  ],
  define: {
    __MESSAGES_VERSION__: JSON.stringify(versionOf(buildLocaleFiles())),
    __DEVTOOLS__: JSON.stringify(!isProduction),
  },
  server: {
    port: 5173,
    proxy: { '/v1': backend, '/files': backend, '/docs': backend, '/outbox': backend },
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: isProduction ? ['index.html'] : ['index.html', ...toolPages],
      output: {
        codeSplitting: {
          groups: [
            group('libraries', [libraries]),
            group('base', everyPage),
            group('charts', charts),
            group('photo-parts', photoParts),
            group('form', forms),
            group('plans', plans),
          ],
        },
      },
    },
  },
});
