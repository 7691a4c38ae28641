import sanitizeHtml from 'sanitize-html'
import { table } from '#domain/table.ts'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {},
  disallowedTagsMode: 'discard',
}

/** HTML with text and table tags only, without any attribute; links and images lose their targets. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS).trim()
}

const ENTITIES = table<string>({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' })

/** The lines of `cleanHtml`'s result as text; empty if there is no text. */
export function linesOf(clean: string): string[] {
  return clean
    .replace(/\s+/g, ' ')
    .replace(/<li>/g, '\n• ')
    .replace(/<\/t[hd]>/g, '   ')
    .replace(/<\/?(p|br|ul|ol|li|h3|h4|table|caption|thead|tbody|tfoot|tr)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '•')
}
