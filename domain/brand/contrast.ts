import type { Shades } from './brand.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/** What text of ordinary size needs against its ground (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5

/** The grounds of ui/theme.ts on which the sites write in the accent. */
export const GROUNDS = { palePage: '#f6f8fa', darkCard: '#1a2027', darkPage: '#13181d' } as const

const parsed = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never

const WHITE: Rgb = [255, 255, 255]

/** As CSS `color-mix(in srgb, …)` does. */
const mixed = (one: Rgb, share: number, other: Rgb): Rgb =>
  one.map((part, at) => part * share + (other[at] ?? 0) * (1 - share)) as never

/** Relative luminance of WCAG 2.2. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** A shade on which, or in which, the sites write text, and the other color of the two. */
interface Pair {
  /** Counted from 0, as in the file. */
  shade: number
  what: string
  other: Rgb
  remedy: 'darker' | 'lighter'
}

/** Every pair of colors in which the sites show text in the accent, or on it. */
function pairsOf(accent: Shades): Pair[] {
  const at = accent.map(parsed)
  const shade = (index: number): Rgb => at[index] ?? WHITE
  const darker = (index: number, what: string, other: Rgb): Pair => ({
    ...{ shade: index, what, other, remedy: 'darker' },
  })
  const lighter = (index: number, what: string, other: Rgb): Pair => ({
    ...{ shade: index, what, other, remedy: 'lighter' },
  })
  return [
    ...[6, 7, 8, 9].map((index) => darker(index, 'white text on it', WHITE)),
    darker(7, 'a link in it on the pale page', parsed(GROUNDS.palePage)),
    darker(8, 'text in it on shade 0', shade(0)),
    darker(9, 'text in it on shade 1', shade(1)),
    darker(9, 'text in it on shade 2', shade(2)),
    lighter(4, 'a link in it on a dark card', parsed(GROUNDS.darkCard)),
    lighter(2, 'text in it on shade 9 and a dark page', mixed(shade(9), 0.45, parsed(GROUNDS.darkPage))),
    lighter(0, 'text in it on shade 9, darkened', mixed(shade(9), 0.7, [0, 0, 0])),
  ]
}

/**
 * The shades with which some text of the sites could not be read, each with the rule and a remedy. All are `#rrggbb`.
 */
export function unreadable(accent: Shades): { shade: number; rule: string }[] {
  return pairsOf(accent).flatMap(({ shade, what, other, remedy }) => {
    const found = contrast(parsed(accent[shade] ?? ''), other)
    if (found >= ENOUGH) return []
    // Cut, not rounded: 4.49 is not 4.5.
    const ratio = (Math.floor(found * 100) / 100).toFixed(2)
    return [
      {
        shade,
        rule: `is unreadable: ${what} has a contrast of ${ratio} : 1 and needs 4.5, choose a ${remedy} one`,
      },
    ]
  })
}
