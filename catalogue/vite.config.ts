import { defineConfig, type Plugin } from 'vite'
import { renderedSite } from '../scripts/site-build.ts'

const PAGES = ['index.html', 'frame/index.html']

/**
 * The browser needs the styles of the pages' parts, but not their class names, which only the server's bundle writes.
 */
function stylesWithoutNames(): Plugin {
  return {
    name: 'styles-without-names',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(_, id) {
      return /\.module\.css$/.test(id)
        ? { code: 'export {}', map: null, moduleSideEffects: 'no-treeshake' }
        : null
    },
  }
}

const config = renderedSite({ root: import.meta.dirname, base: '/catalogue/', pages: PAGES })

export default defineConfig({ ...config, plugins: [...(config.plugins ?? []), stylesWithoutNames()] })
