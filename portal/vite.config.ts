import mantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { siteBuild } from '../scripts/site-build.ts'

const CLASS_NAMES = /@mantine\/(core|dates|notifications)\/esm\/.*?([\w-]+)\.module\.mjs$/

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

export default defineConfig((environment) => {
  const { config } = siteBuild({ root: import.meta.dirname, base: '/' }, environment)
  return {
    ...config,
    plugins: [...config.plugins, mantineStyles()],
    css: { postcss: { plugins: [mantine()] } },
    // The server puts a new value in the place of this word with every page it gives, and into its style-src.
    html: { cspNonce: '__CSP_NONCE__' },
  }
})
