import { table } from '../table.ts'

/** What a mark may consist of: shapes, colors and text. Nothing that runs, loads or embeds. */
const ELEMENTS = new Set(
  `svg title desc defs g symbol use path rect circle ellipse line polyline polygon text tspan linearGradient
  radialGradient stop clipPath mask pattern image style`.split(/\s+/),
)

/** A tag as XML writes it, at the place where it is looked for. */
const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const PICTURE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z\d+/=\s]+$/
/** A style that would fetch something, or is written so that nobody sees whether it does. */
const FETCHES = /@import|\\|url\(\s*(?!['"]?#)|(?:image|src)(?:-set)?\(/i
const BARE_AMPERSAND = /&(?!(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i
const ENTITIES = table<string>({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })

/** As whoever shows the file reads it: `&#117;rl(…)` is `url(…)`. */
const decoded = (written: string) =>
  written.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-f]+));/gi, (mark, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] ?? mark
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : mark
  })

/** What is wrong with the laboratory's mark, an SVG file, each as a rule; nothing if it may be shown. */
export function faultsOfMark(svg: string): string[] {
  const faults = new Set<string>()
  const text = svg.replace(/^\ufeff/, '').replace(/^\s*<\?xml\s[^<>]*\?>/, '')
  const open: string[] = []
  // Of the style that is open: a comment in it leaves what it divides together.
  let style = ''
  let roots = 0
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      const words = text.slice(at, next < 0 ? undefined : next)
      if (open.length === 0 && words.trim() !== '') faults.add('has text outside of <svg>')
      if (BARE_AMPERSAND.test(words)) faults.add('has an & that must be written as &amp;')
      if (open.includes('style')) style += decoded(words)
      at = next < 0 ? text.length : next
    } else if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      if (end < 0) return [...faults, 'has a comment without an end']
      at = end + 3
    } else {
      TAG.lastIndex = at
      const [tag, closes, name = '', attributes = '', isEmpty] = TAG.exec(text) ?? []
      if (tag === undefined) {
        const line = text.slice(0, at).split('\n').length
        return [...faults, `is not well-formed near line ${line}: save it as a plain SVG`]
      }
      if (closes) {
        if (open.pop() !== name) return [...faults, `has a </${name}> where another element ends`]
        if (name === 'style') {
          if (FETCHES.test(style)) faults.add('has a style that fetches something: remove it')
          style = ''
        }
      } else {
        if (open.length === 0) roots += 1
        for (const fault of faultsOfTag(name, attributes, open.length === 0)) faults.add(fault)
        if (!isEmpty) open.push(name)
      }
      at += tag.length
    }
  }
  if (open.length > 0) faults.add(`has a <${open.at(-1)}> without an end`)
  if (roots !== 1) faults.add('must be one <svg> element')
  return [...faults]
}

function* faultsOfTag(name: string, tag: string, isRoot: boolean): Generator<string> {
  if (!ELEMENTS.has(name)) yield `has a <${name}>, which a mark cannot have: save it as a plain SVG`
  const attributes = [...tag.matchAll(ATTRIBUTE)].map(
    ([, key = '', double, single]) => [key.toLowerCase(), double ?? single ?? ''] as const,
  )
  if (attributes.some(([, value]) => BARE_AMPERSAND.test(value)))
    yield 'has an & that must be written as &amp;'
  for (const [key, written] of attributes) {
    const value = decoded(written)
    if (key.startsWith('on')) yield `has ${key}, which would run: remove it`
    // Whatever a file calls the namespace of `xlink:href`.
    if (/(^|:)href$/.test(key) && !value.startsWith('#') && !PICTURE.test(value))
      yield 'has a link to somewhere else: only #… and embedded pictures are shown'
    if (key === 'xml:base') yield 'has xml:base, by which #… leads elsewhere: remove it'
    if (!/href$/.test(key) && FETCHES.test(value) && /url|import|image|src|\\/i.test(value))
      yield `has ${key} that fetches something: remove it`
  }
  if (!isRoot) return
  if (name !== 'svg') yield 'must be one <svg> element'
  const has = (key: string) => attributes.some(([its]) => its === key)
  if (!attributes.some(([key, value]) => key === 'xmlns' && value === 'http://www.w3.org/2000/svg'))
    yield 'needs xmlns="http://www.w3.org/2000/svg" in its <svg>'
  if (!has('viewbox')) yield 'needs a viewBox in its <svg>, so that it can be shown at any size'
}
