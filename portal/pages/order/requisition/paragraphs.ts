const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const LISTS = [
  { mark: /^\s*[-*•]\s+/, tag: 'ul' },
  { mark: /^\s*\d{1,3}[.)]\s+/, tag: 'ol' },
] as const

/**
 * Plain text as the HTML that a requisition takes: an empty line begins a paragraph, a line that begins with `-`, `*` or a
 * number is an item of a list, any other line break stays one.
 */
export function htmlOf(text: string): string {
  return text
    .split(/\n\s*\n/)
    .flatMap((part) => paragraphsOf(part.split('\n').filter((line) => line.trim() !== '')))
    .join('')
}

/** Lines that follow each other and are of one kind, as one element. */
function paragraphsOf(lines: readonly string[]): string[] {
  const elements: { tag: 'p' | 'ul' | 'ol'; lines: string[] }[] = []
  for (const line of lines) {
    const list = LISTS.find(({ mark }) => mark.test(line))
    const tag = list?.tag ?? 'p'
    const words = escaped((list ? line.replace(list.mark, '') : line).trim())
    const last = elements.at(-1)
    if (last?.tag === tag) last.lines.push(words)
    else elements.push({ tag, lines: [words] })
  }
  return elements.map(({ tag, lines }) =>
    tag === 'p'
      ? `<p>${lines.join('<br>')}</p>`
      : `<${tag}>${lines.map((line) => `<li>${line}</li>`).join('')}</${tag}>`,
  )
}
