import type { phenotypeRoutes } from '#contract/phenotype.ts'
import { findingsInNote } from '#domain/phenotype/notes/suggest.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { noteNames } from './note-names.ts'
import { packetPreview } from './packet-preview.ts'
import { searchTerms } from './term-index.ts'
import { vocabularyOf } from './vocabulary.ts'

export function phenotypeHandlers({ db }: Connection): Handlers<typeof phenotypeRoutes> {
  return {
    terms: async ({ query: { keywords, top } }) => {
      const vocabulary = await vocabularyOf(db)
      if (!vocabulary) return { release: '', terms: [] }
      return { release: vocabulary.version, terms: searchTerms(vocabulary, keywords, top) }
    },
    suggestions: async ({ body: { text, prenatal } }) => {
      const vocabulary = text.trim() === '' ? null : await vocabularyOf(db)
      if (!vocabulary) return { release: '', findings: [] }
      const findings = findingsInNote(text, await noteNames(vocabulary), { prenatal })
      const labelOf = (termId: string) => vocabulary.terms.get(termId)?.label ?? ''
      return {
        release: vocabulary.version,
        findings: findings.map((finding) => ({ ...finding, label: labelOf(finding.termId) })),
      }
    },
    phenopackets: ({ body: { text } }) => packetPreview(db, text),
  }
}
