import { byText } from '../../text/order.ts'
import type { FamilyDocument } from '../document.ts'
import { canRisk } from './canrisk.ts'
import { AGE_TODAY, type Loss, lossesBetween } from './details.ts'
import { fhirFamilyHistory } from './fhir.ts'
import {
  type FamilyFormat,
  type FileReading,
  type FormatName,
  LONGEST_FILE,
  type ReadFamily,
  type Written,
} from './format.ts'
import { ga4ghPedigree } from './ga4gh.ts'
import { withoutIdentity } from './identify.ts'
import { at } from './json.ts'
import { isOwn, karyoFamily, readKaryoFamily } from './own.ts'
import { pedFile, readPedFile } from './ped-file.ts'
import { phenopacketFamily } from './phenopacket.ts'
import { readCanRisk } from './read-canrisk.ts'
import { readFhirFamily } from './read-fhir.ts'
import { readPhenopacketFamily } from './read-phenopacket.ts'

const FORMATS: Record<FormatName, FamilyFormat> = {
  karyo: karyoFamily,
  ped: pedFile,
  canrisk: canRisk,
  phenopacket: phenopacketFamily,
  ga4gh: ga4ghPedigree,
  fhir: fhirFamilyHistory,
}

/** What leaves when a family is written: what stays behind because nobody asked for names, and what the format cannot say. */
export interface Leaving {
  written: FamilyDocument
  unnamed: Loss[]
  lost: Loss[]
}

/** What a format would carry of a family, and what not; with names and dates only if they are asked for. */
export function leaving(document: FamilyDocument, format: FormatName, options: Written): Leaving {
  const asked = options.withNames ? document : withoutIdentity(document, options.day)
  const { reduce, withoutAge } = FORMATS[format]
  const reduced = reduce(asked, options)
  const ageless = withoutAge?.(document, reduced) ?? []
  return {
    written: reduced,
    unnamed: lossesBetween(document, asked),
    lost: [
      ...(ageless.length > 0 ? [{ detail: AGE_TODAY, people: ageless } as const] : []),
      ...lossesBetween(asked, reduced),
    ],
  }
}

export function writeFamily(reduced: FamilyDocument, format: FormatName, options: Written): string {
  return FORMATS[format].write(reduced, options)
}

/** Families and people in one file. */
const MOST_FAMILIES = 100
const MOST_PEOPLE = 300
/** More than any file has that a program wrote for a family: the list of them must not be many times the file. */
const MOST_REMARKS = 10_000

/** The families of a file of any format, with what is wrong in it; or why nothing can be read. */
export function readFamilies(
  file: string,
): { format: FormatName; families: ReadFamily[] } | { problem: string } {
  if (file.length > LONGEST_FILE)
    return { problem: `The file is too large: at most ${LONGEST_FILE} characters are read.` }
  // Programs of Windows begin a file with a mark that is no part of it.
  const text = file.replace(/^\uFEFF/, '')
  if (/^\s*0\s+HEAD\b/.test(text))
    return {
      problem:
        'This is a GEDCOM file, which is not read. Save the family as PED, CanRisk, phenopacket or FHIR.',
    }
  const format = formatOf(text)
  if (format === null)
    return {
      problem:
        'This is no file of a family. Choose one in PED, CanRisk, GA4GH phenopacket, GA4GH pedigree, FHIR or Karyo’s own format.',
    }
  const read = READERS[format](text)
  if ('problem' in read) return read
  if (read.families.length > MOST_FAMILIES)
    return { problem: `The file has ${read.families.length} families. At most ${MOST_FAMILIES} are read.` }
  const crowded = read.families.find(({ document }) => document.people.length > MOST_PEOPLE)
  if (crowded)
    return {
      problem: `A family of the file has ${crowded.document.people.length} people. At most ${MOST_PEOPLE} are one family.`,
    }
  const remarks = read.families.reduce((sum, family) => sum + family.remarks.length, 0)
  if (remarks > MOST_REMARKS)
    return { problem: `${remarks} places of the file cannot be read. At most ${MOST_REMARKS} are listed.` }
  return { format, families: read.families.map(withSameNames) }
}

const READERS: Record<FormatName, (text: string) => FileReading> = {
  karyo: readKaryoFamily,
  ped: readPedFile,
  canrisk: readCanRisk,
  phenopacket: (text) => readPhenopacketFamily(JSON.parse(text)),
  ga4gh: (text) => readFhirFamily(JSON.parse(text)),
  fhir: (text) => readFhirFamily(JSON.parse(text)),
}

/** By what the file itself says. */
function formatOf(text: string): FormatName | null {
  const start = text.trimStart()
  if (/^##\s*(CanRisk|FamID)/i.test(start)) return 'canrisk'
  if (!/^[[{]/.test(start)) return start.split(/\r\n?|\n/).some(hasFiveColumns) ? 'ped' : null
  let file: unknown
  try {
    file = JSON.parse(start)
  } catch {
    return null
  }
  if (isOwn(file)) return 'karyo'
  if (Array.isArray(file) || at(file, 'resourceType') !== undefined)
    return /"KIN:\d+"|pedigree-fhir-ig/.test(text) ? 'ga4gh' : 'fhir'
  const isPacket = ['proband', 'pedigree', 'subject', 'phenotypicFeatures'].some(
    (name) => at(file, name) !== undefined,
  )
  return isPacket ? 'phenopacket' : null
}

const hasFiveColumns = (line: string) => line.split(/[\t ]+/).filter((cell) => cell !== '').length >= 5

/** Two people with one name and birth stay two, and are named. */
function withSameNames(read: ReadFamily): ReadFamily {
  const { people } = read.document
  const named = people.filter(
    ({ firstName, lastName, born }) => firstName !== '' && lastName !== '' && born !== '',
  )
  const same = Map.groupBy(named, ({ firstName, lastName, born }) => `${firstName} ${lastName}, ${born}`)
  const remarks = [...same]
    .filter(([, group]) => group.length > 1)
    .map(([value, group]) => ({
      place: group.map(({ key }) => key).join(', '),
      ...{ rule: 'same-name' as const, value },
    }))
  return { ...read, remarks: [...read.remarks, ...remarks.sort((a, b) => byText(a.value, b.value))] }
}
