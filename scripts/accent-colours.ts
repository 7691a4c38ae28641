import type { Plugin } from 'vite'

/**
 * Writes the brand's accent color into `ui/accent.css`: pages of the public sites may not have inline styles,
 * and the brand is not a style sheet.
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
