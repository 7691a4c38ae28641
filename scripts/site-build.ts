import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { precompress } from './precompress.ts'

interface Site {
  /** The site's directory. */
  root: string
  /** URL path of its files. */
  base: string
}

/** The common part of the sites' vite.config.ts. A site is built to `dist` beside its sources. */
export function siteBuild({ root, base }: Site) {
  return {
    root,
    base,
    publicDir: false,
    plugins: [react(), precompress()],
    build: {
      outDir: path.join(root, 'dist'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The import graph, for the budgets (site-budgets.test.ts).
      manifest: true,
      reportCompressedSize: false,
    },
  } satisfies UserConfig
}

/**
 * A site whose pages the server renders: `dist/client` for the browser and `dist/server/render.js`, from
 * `render.tsx`, for the server.
 */
export function renderedSite({ pages, ...site }: Site & { pages: readonly string[] }): UserConfig {
  const dist = path.join(site.root, 'dist')
  return {
    ...siteBuild(site),
    builder: {},
    environments: {
      client: {
        build: {
          outDir: path.join(dist, 'client'),
          rolldownOptions: { input: pages.map((page) => path.join(site.root, page)) },
        },
      },
      ssr: {
        build: {
          outDir: path.join(dist, 'server'),
          rolldownOptions: { input: { render: path.join(site.root, 'render.tsx') } },
        },
      },
    },
  }
}
