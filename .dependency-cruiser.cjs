/**
 * The server's folders, and the folders whose code each may import. A store may join the tables of
 * every feature. Only composition/ may import all folders.
 */
const neighbours = {
  platform: [],
  engine: ['platform'],
  providers: ['platform'],
  pages: ['platform'],
  owners: ['platform'],
  mail: ['platform', 'owners'],
  contact: ['platform', 'owners', 'mail'],
  credits: ['platform', 'owners', 'mail'],
  uploads: ['platform', 'owners', 'engine'],
  tasks: ['platform', 'owners', 'mail', 'credits', 'uploads', 'engine'],
  health: ['platform', 'tasks', 'mail', 'orders', 'operator'],
  orders: ['platform', 'owners', 'mail', 'credits', 'providers', 'subscriptions'],
  subscriptions: ['platform', 'owners', 'mail', 'credits', 'orders'],
  pricing: ['platform', 'engine', 'orders'],
  accounts: [
    'platform',
    'owners',
    'mail',
    'credits',
    'uploads',
    'tasks',
    'orders',
    'subscriptions',
    'pages',
  ],
  operator: [
    'platform',
    'owners',
    'mail',
    'credits',
    'tasks',
    'orders',
    'subscriptions',
    'providers',
  ],
};

/** Import rules (docs/architecture.md). Each comment says what to do instead. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Move the shared part into a third file that both import.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'machines-stay-pure',
      severity: 'error',
      comment:
        'A chart reaches the outside through a type in machines/ports; implement it in src/app.',
      from: {
        path: '^machines/',
        pathNot: '\\.test\\.ts$|^machines/(ports|model)/|^machines/testing/sample-offer\\.ts$',
      },
      to: { pathNot: ['^machines/', '^node_modules/xstate/'] },
    },
    {
      name: 'samples-read-manifests',
      severity: 'error',
      comment: 'A manifest is plain data that samples may read; the rest of the server is not.',
      from: { path: '^machines/testing/' },
      to: {
        path: '^(src|server|contract)/',
        pathNot: '^server/engine/functions/manifests?\\.ts$',
      },
    },
    {
      name: 'manifests-are-plain-data',
      severity: 'error',
      comment: 'Put code that needs a library or the machine into the run.ts beside the manifest.',
      from: { path: '^server/engine/functions/.*manifests?\\.ts$' },
      to: {
        pathNot: ['^server/engine/functions/.*manifests?\\.ts$', '^(contract|machines/model)/'],
      },
    },
    {
      name: 'ports-and-model-know-only-each-other',
      severity: 'error',
      comment: 'A port or a rule must not import a chart; pass the values as arguments.',
      from: { path: '^machines/(ports|model)/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(machines/(ports|model)|contract)/' },
    },
    {
      name: 'charts-take-types-of-the-wire',
      severity: 'error',
      comment: 'Use `import type`: the schemas of the contract must not get into the page.',
      from: { path: '^machines/', pathNot: '\\.test\\.ts$' },
      to: { path: '^contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-is-schemas-only',
      severity: 'error',
      comment: 'The contract imports only zod.',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', '^node_modules/zod/'] },
    },
    {
      name: 'adapters-know-ports-and-contract',
      severity: 'error',
      comment: 'An adapter implements a port: it must not import charts or components.',
      from: { path: '^src/adapters/', pathNot: '\\.test\\.tsx?$|^src/adapters/memory/' },
      to: {
        path: '^(src|machines|server)/',
        /*
         * The debug console reads the tap of development builds. The analytics queue loads with its
         * own chart, which is not a chart of the app.
         */
        pathNot: [
          '^src/adapters/',
          '^machines/(ports|model)/',
          '^machines/analytics/analytics\\.(start|selectors)\\.ts$',
          '^src/devtools/(current-tap|wire/without-secrets)\\.ts$',
        ],
      },
    },
    {
      name: 'ui-is-props-in-callbacks-out',
      severity: 'error',
      comment: 'Pass values and callbacks as props; read charts in a feature.',
      from: { path: '^src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(src|machines|contract|server)/|^node_modules/(@xstate|xstate|ky|js-cookie)/',
        pathNot: '^src/ui/',
      },
    },
    {
      name: 'features-do-not-know-each-other',
      severity: 'error',
      comment: 'Move code that two features share to src/ui, src/form, src/i18n or a chart.',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'form-parts-know-no-feature',
      severity: 'error',
      comment: 'A form part gets the chart and the words of one feature as props.',
      from: { path: '^src/form/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(src|contract|server)/', pathNot: '^src/(form|ui|i18n|machine-react)/' },
    },
    {
      name: 'features-do-not-know-adapters',
      severity: 'error',
      comment: 'Send an event to a chart; the chart calls the port.',
      from: { path: '^src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(src/(adapters|app)|contract|server)/' },
    },
    {
      name: 'browser-does-not-know-server',
      severity: 'error',
      comment: 'Share through contract/ or machines/model.',
      from: { path: '^src/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-knows-contract-and-rules',
      severity: 'error',
      comment: 'The server shares only contract/, machines/lifecycle and machines/model.',
      from: { path: '^server/' },
      to: {
        path: '^(src|machines|tests|scripts|workshop)/',
        pathNot: '^machines/(lifecycle|model)/',
      },
    },
    {
      name: 'server-has-no-converter',
      severity: 'error',
      comment: 'The server only loads built networks; tests may write small ones.',
      from: { path: '^server/', pathNot: '\\.test\\.ts$|^server/engine/testing/' },
      to: { path: '^models/' },
    },
    {
      name: 'models-stand-alone',
      severity: 'error',
      comment:
        'The converter imports no code of the product: file names and hashes.json connect them.',
      from: { path: '^models/' },
      to: { path: '^(src|machines|contract|server|scripts|tools|workshop|tests)/' },
    },
    {
      name: 'routes-do-not-touch-tables',
      severity: 'error',
      comment: 'A route calls a rule of its feature; rules call the store.',
      from: { path: '^server/.*\\.routes\\.ts$' },
      to: { path: '^server/.*\\.(store|schema)\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-composition-knows-all',
      severity: 'error',
      comment: 'Pass what the folder needs as an argument; composition/ connects the features.',
      from: {
        path: '^server/',
        pathNot: '^server/(composition|main)|\\.(test|fixture)\\.ts$|/testing/',
      },
      to: { path: '^server/composition/' },
    },
    ...Object.entries(neighbours).map(([folder, known]) => ({
      name: `${folder}-knows-its-neighbours`,
      severity: 'error',
      comment:
        'Pass what the folder needs as an argument, move it down, or declare the neighbour in .dependency-cruiser.cjs.',
      from: { path: `^server/${folder}/`, pathNot: '\\.(test|fixture)\\.ts$|/testing/' },
      to: {
        path: '^server/',
        pathNot: [`^server/(${[folder, ...known].join('|')})/`, '\\.schema\\.ts$'],
      },
    })),
    {
      name: 'nothing-imports-main',
      severity: 'error',
      comment: 'main files only start things.',
      from: { pathNot: '^scripts/start\\.ts$' },
      to: { path: '^(src|server)/main\\.tsx?$' },
    },
    {
      name: 'product-does-not-know-tests-or-tools',
      severity: 'error',
      comment: 'Move the shared piece out of tests/, tools/, workshop/ or machines/testing/.',
      from: {
        path: '^(src|machines|contract|server)/',
        pathNot:
          '(\\.test\\.tsx?|\\.fixture\\.ts|\\.descriptor\\.ts|\\.test-kit\\.tsx?)$|^machines/testing/|^src/adapters/memory/',
      },
      to: { path: '^(tests|tools|workshop)/|^machines/testing/' },
    },
    {
      name: 'no-orphan-dependency',
      severity: 'error',
      comment: 'Add the package to package.json, pinned exactly.',
      from: {},
      to: {
        pathNot: '^virtual:',
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'The import does not resolve.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    // A workspace may use the dependencies of the root.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|models/built|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
