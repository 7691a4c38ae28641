/**
 * The language to show: the one that was chosen, else the first that the browser asks for (RFC 9110, 12.5.4), else the
 * first of `languages`. What is asked for need not be the same in all parts: `es-MX` gets `es`, and `zh-TW`, whose
 * script is said by nobody, `zh-Hant`.
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

function byWeight(accepted: string): string[] {
  return accepted
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
      const q = parameters.find((one) => one.startsWith('q='))
      return { tag, weight: q ? Number(q.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language that a tag means, with the script that most write it in; null for what is no tag. */
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
