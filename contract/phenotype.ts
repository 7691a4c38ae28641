import { z } from 'zod'
import { routes } from './route.ts'
import { searchWords } from './search-words.ts'

/** A term of the Human Phenotype Ontology that a search found. */
const foundTerm = z.object({
  id: z.string(),
  label: z.string(),
  /** '' if the HPO defines it by its label only. */
  definition: z.string(),
  /** The synonym that matched; '' if the label did. */
  matched: z.string(),
  /** Whether a person can have it: false for a mode of inheritance, an onset, a severity. */
  isFinding: z.boolean(),
  /** The obsolete or merged identifier that was searched for and means this term now; otherwise ''. */
  replaces: z.string(),
})

export const phenotypeRoutes = routes({
  terms: {
    method: 'GET',
    path: '/api/phenotype/terms',
    summary: 'Search the Human Phenotype Ontology by name, synonym or identifier; best match first',
    access: { kind: 'member' },
    query: z.object({
      keywords: searchWords.default(''),
      top: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.object({
      /** The release that is searched, such as 2026-01-08; '' if none is imported. */
      release: z.string(),
      terms: z.array(foundTerm),
    }),
    cost: 'search',
    errors: [],
  },
})
