import type { Plugin } from 'vite'

/**
 * Puts the brand's accent into `ui/accent.css`: pages of the public sites may have no style of their own, and the
 * brand is no style sheet.
 */
export function accentColours(brandFile: string): Plugin {
  return {
    name: 'accent-colours',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/ui\/accent\.css$/.test(id)) return null
      this.addWatchFile(brandFile)
      const { brand } = (await import(brandFile)) as { brand: { accent: readonly string[] } }
      const shades = brand.accent.map((colour, shade) => `--accent-${shade}: ${colour};`)
      return { code: `${code}\n:root { ${shades.join(' ')} }`, map: null }
    },
  }
}
