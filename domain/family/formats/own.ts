import type { FamilyDocument } from '../document.ts'
import type { FamilyFormat, FileReading } from './format.ts'
import { at, textAt } from './json.ts'

/** Karyo’s own format: the document as it is stored, without loss. The version is raised when a field changes its meaning. */
const FORMAT = 'karyo-family'
const VERSION = 1

export const karyoFamily: FamilyFormat = {
  reduce: (document) => document,
  write: (document, { id, created }) =>
    `${JSON.stringify({ format: FORMAT, version: VERSION, id, created, family: document }, null, 2)}\n`,
}

export const isOwn = (file: unknown) => textAt(file, 'format') === FORMAT

/** The family as it is: its shape is checked by whoever takes it (contract/family-document.ts). */
export function readKaryoFamily(text: string): FileReading {
  const file: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const version = at(file, 'version')
  if (version !== VERSION)
    return { problem: `Version ${String(version)} of Karyo’s format is not read. Version ${VERSION} is.` }
  const document = at(file, 'family') as FamilyDocument
  return { families: [{ id: textAt(file, 'id'), document, remarks: [] }] }
}
