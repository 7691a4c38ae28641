import { type IsoDate, readIsoDate } from '../../dates/dates.ts'
import type { OrderDocument, Patient, PatientKey } from '../../orders/document.ts'
import { geneticParents, isGenetic } from '../../orders/genetic-parents.ts'
import { gestationalDays, knownDueDate, readGestationalAge } from '../../orders/gestational-age.ts'
import { ageClassLabel, type Feature, featuresOf, type Onset, severityLabel } from '../../orders/phenotype.ts'
import { fetusesOf, fetusOf, subjectsOf } from '../../orders/subject.ts'
import { table } from '../../table.ts'

/** A message of the GA4GH Phenopacket Schema 2, as JSON. */
export type PhenopacketJson = Record<string, unknown>

interface Written {
  /** The number of a person as messages name them: `4711-proband`. */
  numberOf: (key: PatientKey) => string
  /** Names the whole: the order's number. */
  id: string
  /** The instant it is written. */
  created: string
  /** The day for which ages are given. */
  day: IsoDate
  createdBy: string
}

type Content = Pick<OrderDocument, 'patients' | 'pregnancy' | 'parentage' | 'phenotype'>

/**
 * The findings of an order as a GA4GH phenopacket (schema 2.0); with relatives by blood, or several fetuses, as a
 * Family with its pedigree. It names people by number and gives ages, no names and no dates of birth. What is uncertain is
 * left out: the schema knows present and excluded only.
 */
export function phenopacketOf(document: Content, written: Written): PhenopacketJson {
  const tested = subjectsOf(document)
  const [proband = ''] = tested
  const others = [
    ...tested.slice(1),
    ...document.patients
      .filter((one) => !tested.includes(one.key) && isRelative(document, one))
      .map(({ key }) => key),
  ]
  const packet = (key: PatientKey): PhenopacketJson => ({
    id: written.numberOf(key),
    subject: individual(document, key, written),
    phenotypicFeatures: featuresOf(document)
      .filter(({ patient }) => patient === key)
      .flatMap(feature),
    metaData: metaData(document, written),
  })
  if (others.length === 0) return packet(proband)
  return {
    id: written.id,
    proband: packet(proband),
    relatives: others.map(packet),
    pedigree: { persons: [proband, ...others].map((key) => pedigreePerson(document, key, written)) },
    metaData: metaData(document, written),
  }
}

/** A phenopacket or Family with each person's interpretations of a result; of nobody else. */
export function withInterpretations(
  packet: PhenopacketJson,
  interpretations: readonly { person: string; interpretation: PhenopacketJson }[],
): PhenopacketJson {
  const add = (one: PhenopacketJson): PhenopacketJson => {
    const own = interpretations.filter(({ person }) => person === one.id)
    return own.length === 0
      ? one
      : { ...one, interpretations: own.map(({ interpretation }) => interpretation) }
  }
  const { proband, relatives } = packet as { proband?: PhenopacketJson; relatives?: PhenopacketJson[] }
  return proband ? { ...packet, proband: add(proband), relatives: (relatives ?? []).map(add) } : add(packet)
}

/** Of a fetus's order, the pregnant woman is a relative; of others, whoever shares genes. */
function isRelative(document: Content, person: Patient): boolean {
  if (person === document.patients[0]) return fetusesOf(document).length > 0
  return isGenetic(person) && person.relationship !== 'Partner'
}

const SEXES = { Male: 'MALE', Female: 'FEMALE', Unknown: 'UNKNOWN_SEX', '': 'UNKNOWN_SEX' } as const

function sexOf(document: Content, key: PatientKey): string {
  const fetus = fetusOf(document, key)
  const sex = fetus ? fetus.sexByUltrasound : (document.patients.find((one) => one.key === key)?.sex ?? '')
  return SEXES[sex as keyof typeof SEXES] ?? 'UNKNOWN_SEX'
}

/** The sex chromosomes of a karyotype such as 46,XY or 47,XXY; the schema's values only. */
const KARYOTYPES = table<string>({
  ...{ X: 'XO', XX: 'XX', XY: 'XY', XXY: 'XXY', XXX: 'XXX' },
  ...{ XXYY: 'XXYY', XXXY: 'XXXY', XXXX: 'XXXX', XYY: 'XYY' },
})

function individual(document: Content, key: PatientKey, { numberOf, day }: Written): PhenopacketJson {
  const person = document.patients.find((one) => one.key === key)
  const age = person ? ageOn(person.dateOfBirth, day, person.deceased?.dateOfDeath ?? '') : null
  const days =
    fetusOf(document, key) && document.pregnancy
      ? gestationalDays(knownDueDate(document.pregnancy), day)
      : null
  const [, chromosomes = ''] = /^\d{2},\s*([XY]+)$/.exec(person?.sexAndGender?.karyotype?.trim() ?? '') ?? []
  const karyotype = KARYOTYPES[chromosomes]
  return {
    id: numberOf(key),
    ...(age ? { timeAtLastEncounter: { age: { iso8601duration: age } } } : {}),
    ...(days !== null && days >= 0 ? { timeAtLastEncounter: { gestationalAge: weeks(days) } } : {}),
    ...(person?.deceased ? { vitalStatus: { status: 'DECEASED' } } : {}),
    sex: sexOf(document, key),
    ...(karyotype ? { karyotypicSex: karyotype } : {}),
    taxonomy: { id: 'NCBITaxon:9606', label: 'Homo sapiens' },
  }
}

const weeks = (days: number) => ({ weeks: Math.floor(days / 7), days: days % 7 })

/** The age in whole months and days as an ISO 8601 duration; of a deceased person at death. */
function ageOn(born: string, day: IsoDate, died: string): string | null {
  const [from, to] = [readIsoDate(born), readIsoDate(readIsoDate(died) ? died : day)]
  if (!from || !to || from > to) return null
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  let days = to.getUTCDate() - from.getUTCDate()
  if (days < 0) {
    months -= 1
    days += new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth(), 0)).getUTCDate()
  }
  const [years, rest] = [Math.floor(months / 12), months % 12]
  const words = `${years > 0 ? `${years}Y` : ''}${rest > 0 ? `${rest}M` : ''}`
  // Of a child the days matter, of an adult they would tell the birthday.
  return years > 0 ? `P${words}` : `P${words}${days > 0 || words === '' ? `${days}D` : ''}`
}

function feature({ termId, label, status, onset, severity, note = '' }: Feature): PhenopacketJson[] {
  if (status === 'uncertain') return []
  return [
    {
      ...(note.trim() === '' ? {} : { description: note.trim() }),
      type: { id: termId, label },
      ...(status === 'absent' ? { excluded: true } : {}),
      ...(severity ? { severity: { id: severity, label: severityLabel(severity) } } : {}),
      ...(onset ? onsetOf(onset) : {}),
    },
  ]
}

function onsetOf({ kind, value }: Onset): PhenopacketJson {
  if (kind === 'age') return { onset: { age: { iso8601duration: value } } }
  if (kind === 'class') return { onset: { ontologyClass: { id: value, label: ageClassLabel(value) } } }
  const days = readGestationalAge(value)
  return days === null ? {} : { onset: { gestationalAge: weeks(days) } }
}

function pedigreePerson(document: Content, key: PatientKey, { id, numberOf }: Written): PhenopacketJson {
  const person = document.patients.find((one) => one.key === key)
  const parents = subjectsOf(document).includes(key) ? geneticParents(document) : null
  const present = featuresOf(document).some((one) => one.patient === key && one.status === 'present')
  const affected = parents ? (present ? 'Affected' : '') : (person?.affected ?? '')
  return {
    familyId: id,
    individualId: numberOf(key),
    ...(parents?.father ? { paternalId: numberOf(parents.father) } : {}),
    ...(parents?.mother ? { maternalId: numberOf(parents.mother) } : {}),
    sex: sexOf(document, key),
    affectedStatus: affected === 'Affected' || affected === 'Unaffected' ? affected.toUpperCase() : 'MISSING',
  }
}

function metaData(document: Content, { created, createdBy }: Written): PhenopacketJson {
  const releases = featuresOf(document).map(({ release }) => release)
  const version = releases.toSorted().at(-1) ?? ''
  return {
    created,
    createdBy,
    resources: [
      {
        ...{ id: 'hp', name: 'Human Phenotype Ontology', url: 'http://purl.obolibrary.org/obo/hp.owl' },
        ...(version === '' ? {} : { version }),
        ...{ namespacePrefix: 'HP', iriPrefix: 'http://purl.obolibrary.org/obo/HP_' },
      },
    ],
    phenopacketSchemaVersion: '2.0',
  }
}
