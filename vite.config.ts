import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readPolicies } from './contract/read-policies.ts';
import { firstPaint } from './vite.first-paint.ts';

const API = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/**
 * Few files instead of small ones: a start from the cache pays for every request, not for bytes. One chunk is for every
 * visitor, another for every signed-in user, first screen included. Then follow tools shared by several pages, and a
 * chunk for each noun's pages. The first matching group takes a module, with its imports that no earlier group has
 * taken.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*[\\/]src[\\/]main\.tsx)/ },
  {
    name: 'signed-in',
    test: /[\\/]src[\\/](api[\\/]signed-in\.ts|routes[\\/](-signed-in-shell|\w+[\\/]route|cms[\\/]dashboard)\.tsx)|tsr-split=loader/,
  },
  // Icons, words and small components of several pages; none of them needs the dialog library, or the data of places
  // and stations.
  {
    name: 'parts',
    test: /[\\/](lucide-react|contract|src[\\/](lib|api|ui|routes(?=[\\/]-)))[\\/](?!accordion|control|csv|dialog[\\/](?!use-)|farm[\\/](data-|stations|place)|field|list|write)/,
    minShareCount: 2,
  },
  // Used after the first screen: counting the outbox and prefetching.
  {
    name: 'background',
    test: /[\\/]src[\\/](api[\\/](outbox[\\/]outbox|worker[\\/]season-prefetch)|features[\\/]outbox[\\/]waiting-link)/,
  },
  // Used on the start screen after its values, and on the page of sensors.
  { name: 'attention', test: /[\\/]features[\\/]inspection[\\/]attention/ },
  { name: 'forms', test: /[\\/]src[\\/](api[\\/]write|ui[\\/]field[\\/](?!select|combobox|choice-field|headless))/ },
  { name: 'lists', test: /[\\/]src[\\/]ui[\\/](csv|list)[\\/](?!actions-menu-list)/ },
  { name: 'manage', test: /[\\/][\w-]+-manage\.tsx.*tsr-split/ },
  // Everything that opens above a page, with its library.
  { name: 'dialogs', test: /@headlessui|-(dialog|drawer|menu-list|viewer)\.tsx|[\\/]ui[\\/](dialog|field)[\\/]/ },
  // Rules and their equipment; no other page needs their contract.
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

/**
 * The noun of a route's page: `…/cms/farm/crop-edit.$id.tsx` → `crop`. All pages of administrators count as one noun,
 * and so do nouns with one or two pages.
 */
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
  // Crops belong to the farm pages, sensors to the device pages.
  if (noun === 'crop') return 'farm';
  if (noun === 'sensor') return 'device';
  return (family === 'admin' ? family : noun) ?? null;
}

/** Files of this build. The folder also holds earlier releases for open tabs, which new devices must not precache. */
const built = new Set<string>();
const noteBuilt: Plugin = {
  name: 'onsil:note-built',
  apply: 'build',
  writeBundle: (_options, bundle) => {
    for (const file of Object.keys(bundle)) built.add(file);
  },
};

/**
 * Files most of whose functions run at the start. This hint in the first line makes Chromium compile them off the main
 * thread while loading, instead of at the first call of each function; a start on a phone waits for the main thread.
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

/** Descriptions of endpoints are for readers of the API, so the app does not include them. */
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
        // Loaders are in the chunk of signed-in users, so that the reads of a page start while its own chunk loads.
        defaultBehavior: [['loader'], ['component']],
        // The sign-in page is in the entry chunk: on a slow connection a chunk of its own would cost another round
        // trip. Field work, settings and administration are not part of a start, so their loaders are in the chunks of
        // their pages.
        splitBehavior: ({ routeId }) =>
          routeId === '/login'
            ? []
            : /^\/(cms\/(board|growth|device|farm|my-page|control)|admin)/.test(routeId)
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
      // The app registers the worker itself, after the first screen (src/api/worker/register-worker.ts).
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,webmanifest}'],
        // No icons: only the install dialog needs them.
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
    // Older files stay for tabs of earlier releases; scripts/build.mjs removes them later.
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { port: 5173, proxy: { '/api': API } },
});
