import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { readPolicies } from './contract/read-policies.ts';

const API = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/**
 * Few files rather than small ones: a start from the device pays for every request, not for its bytes. What the entry
 * imports is one file beside React's; what everybody needs who is signed in, first screen included, is another.
 */
const chunks = [
  { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'start', tags: ['$initial' as const], test: /^(?!.*[\\/]src[\\/]main\.tsx)/, priority: 2 },
  {
    name: 'signed-in',
    test: /[\\/]src[\\/](api[\\/]signed-in\.ts|routes[\\/](-signed-in-shell|\w+[\\/]route|cms[\\/]dashboard)\.tsx)|tsr-split=loader/,
    priority: 1,
  },
];

/** The folder also holds files of earlier releases, for tabs that still run them; no new device has to fetch those. */
const built = new Set<string>();
const noteBuilt: Plugin = {
  name: 'onsil:note-built',
  apply: 'build',
  writeBundle: (_options, bundle) => {
    for (const file of Object.keys(bundle)) built.add(file);
  },
};

export default defineConfig({
  plugins: [
    noteBuilt,
    tanstackRouter({
      target: 'react',
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Loaders stand in the file of the signed-in: they start a page's reads while its own file is fetched.
        defaultBehavior: [['loader'], ['component']],
        // The sign-in page comes with the entry: on a thin line a file of its own would be one more way there and back.
        splitBehavior: ({ routeId }) => (routeId === '/login' ? [] : undefined),
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
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        // Screenshots are for the install dialog alone; nobody needs them in a greenhouse.
        globIgnores: ['**/screenshot-*.png', 'sw.js'],
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
