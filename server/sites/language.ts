/**
 * The language to show: the one that was chosen, else the first that the browser requests (RFC 9110, 12.5.4),
 * else the first of `languages`. A requested tag need not match in full: `es-MX` gets `es`, and `zh-TW`,
 * which leaves its script implicit, gets `zh-Hant`.
 */
export function languageOf(
  languages: readonly string[],
  chosen: unknown,
  accepted: string | undefined,
): string {
  const preferences = [...(typeof chosen === 'string' ? [chosen] : []), ...byWeight(accepted ?? '')]
  for (const tag of preferences) {
    const found = fitting(languages, tag)
    if (found) return found
  }
  return languages[0] ?? 'en'
}

/** No browser asks for more; anybody can send sixteen kilobytes. */
const MOST_TAGS = 32

function byWeight(accepted: string): string[] {
  return accepted
    .split(',', MOST_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
      const q = parameters.find((one) => one.startsWith('q='))
      return { tag, weight: q ? Number(q.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language that matches a tag, with its usual script; null if the tag is malformed. */
function fitting(languages: readonly string[], tag: string): string | null {
  const key = keyOf(tag)
  return languages.find((one) => keyOf(one) === key) ?? null
}

function keyOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}
