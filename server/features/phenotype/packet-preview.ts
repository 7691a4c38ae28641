import type { Kysely } from 'kysely'
import { fail } from '#contract/errors.ts'
import { type LeftOut, type PacketFeature, readPhenopacket } from '#domain/phenotype/phenopacket/read.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { knownTerms } from './known-terms.ts'

/**
 * What an order would take from a phenopacket's text, by current terms of the imported release: replaced terms by
 * their replacement, unknown ones left out with the reason. Refuses with every problem of the file.
 */
export async function packetPreview(db: Kysely<Tables>, text: string) {
  const read = readPhenopacket(text)
  if ('problems' in read)
    return fail('invalid-fields', {
      errors: read.problems.map(({ path, rule, message }) => ({ path: `/text${path}`, rule, message })),
    })
  const ids = read.people.flatMap(({ features }) => features.map(({ termId }) => termId))
  const known = await knownTerms(db, ids)
  if (!known) return { release: '', ...read }
  const terms = new Map(known.terms.map((term) => [term.id, term]))
  const leftOut: LeftOut[] = [...read.leftOut]
  const current = (feature: PacketFeature): PacketFeature[] => {
    const { termId } = feature
    const term = terms.get(termId)
    const leave = (reason: string) => {
      leftOut.push({ path: termId, reason: `${feature.label || termId}: ${reason}` })
      return []
    }
    if (!term || term.state === 'unknown')
      return leave(`${termId} is not in release ${known.release} of the Human Phenotype Ontology`)
    if (term.state === 'no-finding') return leave(`${termId} is not a finding`)
    if (term.state === 'current') return [{ ...feature, label: term.label }]
    if (!term.replacement) return leave(`${termId} is no longer used, and has no replacement`)
    const { id, label } = term.replacement
    leftOut.push({
      path: termId,
      reason: `${feature.label || termId}: taken as ${id} ${label}, which replaces it`,
    })
    return [{ ...feature, termId: id, label }]
  }
  const people = read.people.map((person) => ({ ...person, features: person.features.flatMap(current) }))
  return { release: known.release, people, leftOut }
}
