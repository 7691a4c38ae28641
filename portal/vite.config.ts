import path from 'node:path'
import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { siteBuild } from '../scripts/site-build.ts'

const CLASS_NAMES = /@mantine\/(charts|core|dates|notifications)\/esm\/.*?([\w-]+)\.module\.mjs$/

/**
 * A Mantine component brings its own style file along, wherever it is used: the module with its class names imports
 * it. So the pages load what they show, in the right order, and no list is kept. The layered files are taken: our
 * own classes win over them, whatever loads first.
 */
function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    transform(code, id) {
      const [, part, component] = CLASS_NAMES.exec(id) ?? []
      if (!part) return null
      const file = part === 'core' ? `styles/${component}.layer.css` : 'styles.layer.css'
      return { code: `import '@mantine/${part}/${file}'\n${code}`, map: null }
    },
  }
}

/**
 * `#contract/api.ts` as its callers need it: with the schemas of all routes it would be an eighth of what every page
 * loads. A page that checks what is typed imports the schemas of its own routes.
 */
function clientRoutes(): Plugin {
  return {
    name: 'client-routes',
    async load(id) {
      if (!id.endsWith('/contract/api.ts')) return null
      const { api } = await import(id)
      const { toClientRoutes } = await import(path.join(path.dirname(id), 'client-routes.ts'))
      return `export const api = ${JSON.stringify(toClientRoutes(api))}`
    },
  }
}

/** Small parts that most pages show: one file, where each of its own would be thirty requests more. */
const SHARED_MODULES =
  /@mantine.(core|hooks)|@tabler|@tanstack|[\\/]ui[\\/][\w-]+\.|[\\/]portal[\\/](links|frame|lookups)|[\\/]domain[\\/]text/
/** Not among them: what few pages need, and what brings something large along. */
const LARGE =
  /Phones?Field|PhoneCountry|phone-typing|ui.phone\.|ui.(Banner|banner|DetailList|detail-list)\.|Date|Legal|Partner|Dialog|Upload|react-virtual|virtual-core/

/**
 * What every page needs is one file, what most do is another, and what the lists share a third; the rest follows the
 * pages.
 */
const codeSplitting = {
  groups: [
    { name: 'app', tags: ['$initial' as const], priority: 1 },
    {
      name: 'parts',
      minShareCount: 3,
      priority: 0.5,
      test: (id: string) => SHARED_MODULES.test(id) && !LARGE.test(id),
    },
    // Reading and writing contain the same parts, which compress well together only.
    { name: 'csv', test: /node_modules[\\/]csv-(parse|stringify)|[\\/]contract[\\/]csv\./ },
    { name: 'list', minShareCount: 3, test: /[\\/]portal[\\/]list[\\/]/ },
  ],
}

/** A feature's public.ts only names what others may use: a page that uses one of its names loads that one alone. */
const moduleSideEffects = [{ test: /[\\/]features[\\/][\w-]+[\\/]public\.ts$/, sideEffects: false }]

const config = siteBuild({ root: import.meta.dirname, base: '/' })

export default defineConfig({
  ...config,
  build: {
    ...config.build,
    rolldownOptions: { output: { codeSplitting }, treeshake: { moduleSideEffects } },
  },
  plugins: [...config.plugins, mantineStyles(), clientRoutes()],
  css: { postcss: { plugins: [mantine()] } },
  // The server puts a new value in the place of this word with every page it gives, and into its style-src.
  html: { cspNonce: '__CSP_NONCE__' },
})
