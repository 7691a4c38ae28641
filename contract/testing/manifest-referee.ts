import { BEYOND } from '#domain/manifest/columns.ts'
import type { ManifestFile } from '../manifest-file.ts'

// A second, naive manifest reader, independent of the first, for comparison.

/** The cells of each line, without a quoted cell's quotes; null if the quotes are malformed. */
export function naiveRecords(text: string, separator: string): string[][] | null {
  const records: string[][] = [[]]
  let cell = ''
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      if (cell !== '') return null
      const end = /"(?!")/.exec(text.slice(at + 1).replaceAll('""', '\0\0'))?.index
      if (end === undefined) return null
      cell = text.slice(at + 1, at + 1 + end).replaceAll('""', '"')
      at += end + 2
      if (at < text.length && ![separator, '\n', '\r'].includes(text[at] ?? '')) return null
    } else if (sign !== undefined && sign !== separator && sign !== '\n' && sign !== '\r') {
      cell += sign
      continue
    }
    records.at(-1)?.push(cell)
    cell = ''
    if (text[at] === separator) continue
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    if (at < text.length) records.push([])
  }
  return records
}

/** The first cell that a reading of the file does not account for; null if it accounts for all. */
export function manifestFault(
  records: readonly (readonly string[])[],
  headings: readonly string[],
  passedOver: readonly string[],
  file: ManifestFile,
): string | null {
  const own = (heading: string) => headings.find((one) => one.toLowerCase() === heading.trim().toLowerCase())
  const [first = [], ...rest] = records
  for (const [index, record] of rest.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    const read = file.rows.find(({ row }) => row === index + 2)
    if (!read) return `row ${index + 2} is lost`
    for (const [at, cell] of record.entries()) {
      const heading = first[at]?.trim() ?? ''
      // The annotated file's own record of such cells is one of them.
      const column = own(heading) === BEYOND ? undefined : own(heading)
      const beyond = (read.cells[BEYOND] ?? '').split(' | ').map((one) => one.trim())
      const isAnnotation = passedOver.some((one) => one.toLowerCase() === heading.toLowerCase())
      if (column !== undefined && read.cells[column] !== cell) return `row ${index + 2}, ${column} is misread`
      if (column !== undefined || cell.trim() === '' || isAnnotation || file.ignored.includes(heading))
        continue
      if (!cell.split(' | ').every((part) => beyond.includes(part.trim())))
        return `row ${index + 2}, cell ${at + 1} is lost`
    }
    if (record.length > first.length && !read.cells[BEYOND]) return `row ${index + 2} is shifted, and silent`
  }
  return null
}
