import path from 'node:path'
import react from '@vitejs/plugin-react'
import { type ConfigEnv, defaultClientConditions, defaultServerConditions, type UserConfig } from 'vite'
import { accentColours } from './accent-colours.ts'
import { precompress } from './precompress.ts'

interface Site {
  /** The site's directory. */
  root: string
  /** URL path of its files. */
  base: string
}

/** `--mode second-brand`: the sites in the colors of the tests' other laboratory, in another directory. */
const SECOND_BRAND = 'second-brand'

/**
 * The common part of the sites' vite.config.ts. A site is built to `dist` beside its sources; in the second
 * brand to `.cache/second-brand/<site>/dist`.
 */
export function siteBuild({ root, base }: Site, { mode }: Pick<ConfigEnv, 'mode'>) {
  const second = mode === SECOND_BRAND
  const project = path.dirname(root)
  const conditions = second ? [SECOND_BRAND] : []
  const dist = second
    ? path.join(project, '.cache', SECOND_BRAND, path.basename(root), 'dist')
    : path.join(root, 'dist')
  return {
    dist,
    config: {
      root,
      base,
      publicDir: path.join(project, second ? 'brand/second/public' : 'brand/public'),
      plugins: [
        react(),
        accentColours(path.join(project, second ? 'brand/second/brand.ts' : 'brand/brand.ts')),
        precompress(),
      ],
      resolve: { conditions: [...conditions, ...defaultClientConditions] },
      build: {
        outDir: dist,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The import graph, for the budgets (site-budgets.test.ts).
        manifest: true,
        reportCompressedSize: false,
      },
    } satisfies UserConfig,
  }
}

/**
 * A site whose pages the server renders: `dist/client` for the browser and `dist/server/render.js`, from
 * `render.tsx`, for the server.
 */
export function renderedSite(
  site: Site & { pages: readonly string[] },
  environment: Pick<ConfigEnv, 'mode'>,
): UserConfig {
  const { dist, config } = siteBuild(site, environment)
  const conditions = environment.mode === SECOND_BRAND ? [SECOND_BRAND] : []
  return {
    ...config,
    builder: {},
    environments: {
      client: {
        build: {
          outDir: path.join(dist, 'client'),
          rolldownOptions: { input: site.pages.map((page) => path.join(site.root, page)) },
        },
      },
      ssr: {
        resolve: { conditions: [...conditions, ...defaultServerConditions] },
        build: {
          outDir: path.join(dist, 'server'),
          copyPublicDir: false,
          rolldownOptions: { input: { render: path.join(site.root, 'render.tsx') } },
        },
      },
    },
  }
}
