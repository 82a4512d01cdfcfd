import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readPolicies } from './contract/read-policies.ts';
import { firstPaint } from './vite.first-paint.ts';

const API = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/**
 * Few files rather than small ones: a start from the device pays for every request, not for its bytes. What everybody
 * needs is one file; what everybody needs who is signed in, first screen included, is another. Then come the tools that
 * several pages share, and a file for each noun's pages. The first that fits takes a module, and whatever that imports
 * and nobody took before.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*[\\/]src[\\/]main\.tsx)/ },
  {
    name: 'signed-in',
    test: /[\\/]src[\\/](api[\\/]signed-in\.ts|routes[\\/](-signed-in-shell|\w+[\\/]route|cms[\\/]dashboard)\.tsx)|tsr-split=loader/,
  },
  // Icons, words and small parts that several pages share; none of them needs the library of the dialogs, or where places
  // and stations lie.
  {
    name: 'parts',
    test: /[\\/](lucide-react|contract|src[\\/](lib|api|ui|routes(?=[\\/]-)))[\\/](?!accordion|control|csv|dialog[\\/](?!use-)|farm[\\/](data-|stations|place)|field|list|write)/,
    minShareCount: 2,
  },
  // Behind the first screen: what waits to be sent is counted, and what may be looked at next is read ahead.
  {
    name: 'background',
    test: /[\\/]src[\\/](api[\\/](outbox[\\/]outbox|worker[\\/]season-prefetch)|features[\\/]outbox[\\/]waiting-link)/,
  },
  // On the start screen behind its figures, and on the page of the sensors.
  { name: 'attention', test: /[\\/]features[\\/]inspection[\\/]attention/ },
  { name: 'forms', test: /[\\/]src[\\/](api[\\/]write|ui[\\/]field[\\/](?!select|combobox|choice-field|headless))/ },
  { name: 'lists', test: /[\\/]src[\\/]ui[\\/](csv|list)[\\/](?!actions-menu-list)/ },
  { name: 'manage', test: /[\\/][\w-]+-manage\.tsx.*tsr-split/ },
  // Whatever opens over a page, with the library for it.
  { name: 'dialogs', test: /@headlessui|-(dialog|drawer|menu-list|viewer)\.tsx|[\\/]ui[\\/](dialog|field)[\\/]/ },
  // Rules and their equipment: nobody else reads their contract.
  {
    name: 'control',
    test: /[\\/](contract[\\/]control[\\/]|src[\\/](features[\\/](rule|control)[\\/]|routes[\\/]cms[\\/]control[\\/](-|(?!heat).*tsr-split)))/,
  },
  { name: 'import', test: /-import\.tsx/ },
  { name: 'time-chart', test: /[\\/]src[\\/]ui[\\/]chart[\\/](time-chart|table[\\/]chart-table)/ },
  { name: 'device-store', test: /[\\/]node_modules[\\/]dexie|[\\/]src[\\/]offline[\\/]/ },
  {
    name: 'record',
    test: /[\\/]src[\\/](features[\\/]monitor[\\/]|routes[\\/]cms[\\/]monitor[\\/]record[\w-]*\.tsx.*tsr-split)/,
  },
  {
    name: 'growing',
    test: /[\\/]src[\\/](features[\\/]growing[\\/]|routes[\\/]cms[\\/]growth[\\/]growing.*tsr-split)/,
  },
  { name: nounOf, debugName: 'noun', test: /[\\/]src[\\/]routes[\\/](.*tsr-split|-over-page[\\/]calendar-over-page)/ },
].map((group, index, { length }) => ({ ...group, priority: length - index }));

/** The noun whose page a route is: `…/cms/farm/crop-edit.$id.tsx` → `crop`; those of administrators are one, and so are nouns with a page or two. */
function nounOf(module: string): string | null {
  const [, family, noun] = /[\\/]routes[\\/](?:(\w+)[\\/])?(?:[\w-]+[\\/])?([a-z\d]+)[\w.$-]*\.tsx/.exec(module) ?? [];
  if (noun && ['terms', 'policy', 'change', '404', 'outbox', 'edit'].includes(noun)) return 'plain';
  if (
    noun &&
    ['humidity', 'forecast', 'heat', 'sky', 'lead', 'compare', 'statistics', 'quality', 'calendar', 'season'].includes(
      noun,
    )
  )
    return 'air';
  // A farm with its crops, a device with its sensors.
  if (noun === 'crop') return 'farm';
  if (noun === 'sensor') return 'device';
  return (family === 'admin' ? family : noun) ?? null;
}

/** The folder also holds files of earlier releases, for tabs that still run them; no new device has to fetch those. */
const built = new Set<string>();
const noteBuilt: Plugin = {
  name: 'onsil:note-built',
  apply: 'build',
  writeBundle: (_options, bundle) => {
    for (const file of Object.keys(bundle)) built.add(file);
  },
};

/**
 * Files of which a start runs most functions. Told so in their first line, Chromium compiles them off the main thread
 * while they are read, where it would stop at each function when it is first called: the main thread of a phone is what
 * a start waits for.
 */
const RUN_AT_START = ['index', 'signed-in', 'parts', 'record', 'time-chart'];
const compileAhead: Plugin = {
  name: 'onsil:compile-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && RUN_AT_START.includes(file.name)) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      }
    },
  },
};

/** What calls are about is told to readers of the API: the app carries none of it. */
const withoutProse: Plugin = {
  name: 'without-prose',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]contract[\\/].*\.ts$/.test(id) || !/\bendpoint\(/.test(code)) return null;
    return { code: code.replace(/\babout:\s*'(?:[^'\\\n]|\\.)*'/g, "about: ''"), map: null };
  },
};

export default defineConfig({
  plugins: [
    withoutProse,
    noteBuilt,
    firstPaint,
    compileAhead,
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Loaders stand in the file of the signed-in: they start a page's reads while its own file is fetched.
        defaultBehavior: [['loader'], ['component']],
        // The sign-in page comes with the entry: on a thin line a file of its own would be one more way there and back.
        // Field work and what is set up once are not what a start shows: what their reads look like comes with their pages.
        splitBehavior: ({ routeId }) =>
          routeId === '/login'
            ? []
            : /^\/cms\/(board|growth|device|farm|my-page|control)/.test(routeId)
              ? [['loader', 'component']]
              : undefined,
      },
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // The app registers the worker itself, when the first screen stands (src/api/worker/register-worker.ts).
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,webmanifest}'],
        // No pictures: they are for the install dialog alone, and nobody needs them in a greenhouse.
        globIgnores: ['icon.svg', 'sw.js', 'demo.html'],
        manifestTransforms: [
          (entries) => ({ manifest: entries.filter(({ url }) => !url.startsWith('assets/') || built.has(url)) }),
        ],
        maximumFileSizeToCacheInBytes: 2 * 1024 * 1024,
      },
    }),
  ],
  define: {
    __BUILD__: JSON.stringify(process.env.ONSIL_BUILD ?? 'dev'),
    __READ_POLICIES__: JSON.stringify(readPolicies),
  },
  build: {
    outDir: 'dist/app',
    target: 'es2023',
    // Kept for tabs that still run the last release; scripts/build.mjs removes what is older.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { port: 5173, proxy: { '/api': API } },
});
