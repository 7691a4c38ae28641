import { searchable } from '#domain/text/searchable.ts'

interface InstitutionNode {
  code: string
  name: string
}

const MOST = 50

/** Those whose code begins with `text` or whose name has all its words; 50 at most, and how many `more` there are. */
export function foundInstitutions<T extends InstitutionNode>(institutions: readonly T[], text: string) {
  const words = searchable(text).split(/\s+/).filter(Boolean)
  const all = institutions.filter(
    ({ code, name }) =>
      searchable(code).startsWith(words.join(' ')) || words.every((word) => searchable(name).includes(word)),
  )
  return { found: all.slice(0, MOST), more: Math.max(0, all.length - MOST) }
}
