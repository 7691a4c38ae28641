import type { FamilyDocument } from '../document.ts'
import type { FamilyFormat, FileReading } from './format.ts'
import { at, listAt, objectOf, textAt } from './json.ts'

/** Karyo’s own format: the document as it is stored, without loss. The version is raised when a field changes its meaning. */
const FORMAT = 'karyo-family'
const VERSION = 1

export const karyoFamily: FamilyFormat = {
  reduce: (document) => document,
  write: (document, { id, created }) =>
    `${JSON.stringify({ format: FORMAT, version: VERSION, id, created, family: document }, null, 2)}\n`,
}

export const isOwn = (file: unknown) => textAt(file, 'format') === FORMAT

const LISTS = ['people', 'unions', 'legend', 'evaluations'] as const

/** The family as it is: what is in its lists is checked by whoever takes it (contract/family-document.ts). */
export function readKaryoFamily(text: string): FileReading {
  const file: unknown = JSON.parse(text)
  const version = at(file, 'version')
  if (version !== VERSION)
    return { problem: `Version ${String(version)} of Karyo’s format is not read. Version ${VERSION} is.` }
  const family = at(file, 'family')
  const broken = LISTS.find(
    (list) => !Array.isArray(at(family, list)) || listAt(family, list).some((row) => row !== objectOf(row)),
  )
  if (broken) return { problem: `The file has no family: /family/${broken} is not a list of objects.` }
  const document = family as FamilyDocument
  return { families: [{ id: textAt(file, 'id'), document, remarks: [] }] }
}
