import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, optimize } from '@tailwindcss/node';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { DEMO_PASSWORD } from './contract/wire/site.ts';

/**
 * Lets the document show something before the first file has loaded: it inlines src/first-paint/early.ts, the
 * prerendered sign-in page, and the styles of both, selected from src/styles.css by their classes. The stylesheet link
 * comes after this content, because a browser paints what is before it and blocks the rest, scripts included; so the
 * stylesheet is also loaded before the script. The tab icon is inlined, too. demo.html is the same document with the
 * accounts of an open demonstration (server/http/static-files.ts).
 */
export const firstPaint: Plugin = {
  name: 'onsil:first-paint',
  writeBundle({ dir = '' }) {
    const page = readFileSync(path.join(dir, 'index.html'), 'utf8');
    const withAccounts = page
      .replace(drawn.plain, drawn.demo)
      .replace('<html lang="ko"', `$& data-demo="${DEMO_PASSWORD}"`);
    writeFileSync(path.join(dir, 'demo.html'), withAccounts);
  },
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { server, bundle = {} }) => {
      const early = { tag: 'script', children: await earlyScript(filesAhead(bundle)), injectTo: 'head' } as const;
      // The development server loads the stylesheet with its scripts, and the app renders the sign-in page.
      if (server) return { html, tags: [early] };
      const icon = encodeURIComponent(readFileSync('public/favicon.svg', 'utf8'));
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      drawn = await signInPages();
      const page = sheets
        .reduce((rest, sheet) => rest.replace(sheet, ''), html)
        .replace('/favicon.svg', `data:image/svg+xml,${icon}`)
        .replace(/<!--.*?-->\s*|(?<=>)\s+(?=<)/gs, '')
        .replace('<div id="sign-in">', `$&${drawn.plain}`)
        .replace('<noscript>', `${sheets.join('')}<noscript>`)
        .replace('<script type="module"', '$& fetchpriority="low"');
      return {
        html: page,
        tags: [early, { tag: 'style', children: await stylesOf(`${page}${drawn.demo}`), injectTo: 'head' }],
      };
    },
  },
};

/** The prerendered sign-in page, and the one of an open demonstration. */
let drawn = { plain: '', demo: '' };

/** A build within the build, in the same folder without its configuration. */
const beside: InlineConfig = { configFile: false, publicDir: false, logLevel: 'warn' };

/** Chunks of vite.config.ts to preload besides the entry, by prefix of the URL. */
const CHUNKS_AHEAD = { '': ['signed-in'], '/cms/monitor/record': ['record', 'parts', 'forms', 'time-chart'] };

/** Their files and styles; none in development. */
function filesAhead(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const filesOf = (name: string) =>
    Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' && file.name === name
        ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])].map((one) => `/${one}`)
        : [],
    );
  return Object.fromEntries(Object.entries(CHUNKS_AHEAD).map(([path, names]) => [path, names.flatMap(filesOf)]));
}

async function earlyScript(ahead: Record<string, string[]>): Promise<string> {
  const built = await build({
    ...beside,
    define: { __FILES_AHEAD__: JSON.stringify(ahead) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'src/first-paint/early.ts', formats: ['iife'], name: 'early' },
    },
  });
  const [{ output } = { output: [] }] = [built].flat().filter((one) => 'output' in one);
  const [script] = output;
  if (script?.type !== 'chunk') throw new Error('src/first-paint/early.ts makes one script');
  return script.code.trim();
}

async function signInPages(): Promise<typeof drawn> {
  const conditions = ['browser', 'module', 'import', 'default'];
  const outDir = mkdtempSync(path.resolve('node_modules/.onsil-'));
  try {
    await build({
      ...beside,
      plugins: [react()],
      define: { __BUILD__: '""', __READ_POLICIES__: '[]', 'process.env.NODE_ENV': '"production"' },
      // The conditions of the browser build, so that it renders the same.
      ssr: { noExternal: true, resolve: { conditions } },
      build: {
        ssr: 'src/first-paint/prerender.tsx',
        outDir,
        minify: false,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.mjs' } },
      },
    });
    const script = `Object.assign(globalThis, { window: globalThis, self: globalThis });
      const { prerenderSignIn } = await import(${JSON.stringify(pathToFileURL(path.join(outDir, 'prerender.mjs')).href)});
      const drawn = { plain: await prerenderSignIn(false), demo: await prerenderSignIn(true) };
      process.stdout.write(JSON.stringify(drawn), () => process.exit());`;
    // In a process of its own, because the router must not find a browser's globals in the build.
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The rules of src/styles.css for the classes of a document, and the colours they use. */
async function stylesOf(html: string): Promise<string> {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) =>
    names.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(/\s+/),
  );
  const sheet = await compile(readFileSync('src/styles.css', 'utf8'), { base: path.resolve('src'), onDependency() {} });
  const { code } = optimize(sheet.build([...new Set(classes)]), { minify: true });
  const named = new Set(`${code}${html}`.match(/(?<=var\(--)[\w-]+/g));
  return code.replace(/--([\w-]+):[^;}]*;?/g, (declaration, name) => (named.has(name) ? declaration : '')).trim();
}
