import { z } from 'zod'
import { FEATURE_STATUSES, ONSET_KINDS, SEVERITY_IDS } from '#domain/orders/phenotype.ts'
import type { NoteFinding } from '#domain/phenotype/notes/suggest.ts'
import { LONGEST_PACKET, PACKET_ROLES } from '#domain/phenotype/phenopacket/read.ts'
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

/** A finding of a file, by a current term of the imported release. */
const packetFeature = z.object({
  termId: z.string(),
  label: z.string(),
  status: z.enum(FEATURE_STATUSES),
  onset: z.object({ kind: z.enum(ONSET_KINDS), value: z.string() }).exactOptional(),
  severity: z.enum(SEVERITY_IDS).exactOptional(),
  note: z.string().exactOptional(),
})

/** As long as clinical notes may be. */
const LONGEST_NOTE = 4000

/** A finding that notes seem to name. */
const noteFinding = z.object({
  termId: z.string(),
  label: z.string(),
  status: z.enum(FEATURE_STATUSES),
  /** Whose it is: the patient’s, a relative’s by relationship, or that of `fetus A`. */
  whose: z.custom<NoteFinding['whose']>((value) => typeof value === 'string'),
  /** Where the notes name it, in UTF-16 units. */
  places: z.array(z.object({ from: z.number().int(), to: z.number().int() })),
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
  suggestions: {
    method: 'POST',
    path: '/api/phenotype/suggestions',
    summary: 'Terms of the Human Phenotype Ontology that clinical notes name; nothing is stored',
    access: { kind: 'member' },
    body: z.strictObject({
      text: z.string().max(LONGEST_NOTE, { error: `At most ${LONGEST_NOTE} characters.` }),
      /** Whether the notes are about a pregnancy: then what they name is the fetus’s. */
      prenatal: z.boolean().default(false),
    }),
    reply: z.object({
      /** The release that the terms are of; '' if none is imported. */
      release: z.string(),
      findings: z.array(noteFinding),
    }),
    cost: 'search',
    errors: [],
  },
  phenopackets: {
    method: 'POST',
    path: '/api/phenotype/phenopackets',
    summary: 'What an order would take from a GA4GH phenopacket, and what not; nothing is stored',
    access: { kind: 'member' },
    body: z.strictObject({
      /** The file’s content. */
      text: z.string().max(LONGEST_PACKET, { error: `At most ${LONGEST_PACKET} characters.` }),
    }),
    reply: z.object({
      release: z.string(),
      people: z.array(
        z.object({ role: z.enum(PACKET_ROLES), id: z.string(), features: z.array(packetFeature) }),
      ),
      leftOut: z.array(z.object({ path: z.string(), reason: z.string() })),
    }),
    cost: 'search',
    errors: [],
  },
})
