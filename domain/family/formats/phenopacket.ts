import { isIsoDate } from '../../dates/dates.ts'
import { table } from '../../table.ts'
import type { FamilyDocument, FamilyMember } from '../document.ts'
import { familyGraph } from '../graph.ts'
import { curieOf } from './codes.ts'
import type { FamilyFormat, Written } from './format.ts'
import {
  byGenes,
  bySex,
  inBirthOrder,
  isBorn,
  legendOfPeople,
  onsetYears,
  withOnly,
  withoutMembers,
} from './reduce.ts'

/**
 * A GA4GH phenopacket family (schema 2): the proband’s packet, one for each relative, and the pedigree with one
 * line each. https://phenopacket-schema.readthedocs.io/en/latest/family.html
 */
export const phenopacketFamily: FamilyFormat = {
  reduce,
  write: (document, written) => `${JSON.stringify(familyOf(document, written), null, 2)}\n`,
}

/** The karyotypes that the schema has a word for. */
export const KARYOTYPES = table<string>({
  ...{ '45,X': 'XO', '46,XX': 'XX', '46,XY': 'XY', '47,XXY': 'XXY', '47,XXX': 'XXX' },
  ...{ '48,XXYY': 'XXYY', '48,XXXY': 'XXXY', '48,XXXX': 'XXXX', '47,XYY': 'XYY' },
})
/** LOINC answers to 69548-6, Genetic variant assessment. */
export const RESULTS = {
  positive: { id: 'LOINC:LA9633-4', label: 'Present' },
  negative: { id: 'LOINC:LA9634-2', label: 'Absent' },
  uninformative: { id: 'LOINC:LA11884-6', label: 'Indeterminate' },
} as const
const UNITS = { years: 'Y', months: 'M', weeks: 'W' } as const

function reduce(whole: FamilyDocument): FamilyDocument {
  const out = whole.people.filter((member) => !isBorn(member)).map(({ key }) => key)
  const document = byGenes(withoutMembers(whole, out))
  const proband = (document.people.find(({ isProband }) => isProband) ?? document.people[0])?.key
  const reduced = withOnly(document, (member) => ({
    ...bySex(member),
    ...{ isProband: member.key === proband, parents: member.parents, birthOrder: member.birthOrder },
    karyotype: KARYOTYPES[member.karyotype.replaceAll(/\s/g, '')]
      ? member.karyotype.replaceAll(/\s/g, '')
      : '',
    ...{ born: fullDay(member.born), life: member.life, diedOn: fullDay(member.diedOn) },
    causeOfDeath: member.life === 'dead' ? member.causeOfDeath : '',
    age: member.age && { ...member.age, isApproximate: false },
    conditions: member.conditions
      .filter(({ status }) => status !== 'possible')
      .map((condition) => {
        const years = onsetYears(condition.onset)
        const onset = years === null ? '' : String(years)
        return { ...condition, onset, certainty: 'told', notes: '' }
      }),
  }))
  return legendOfPeople({
    ...reduced,
    evaluations: document.evaluations.map((one) => ({
      ...one,
      on: fullDay(one.on),
      copies: [],
      finding: '',
    })),
  })
}

const fullDay = (day: string) => (isIsoDate(day) ? day : '')
const instant = (day: string) => `${day}T00:00:00Z`

function familyOf(document: FamilyDocument, written: Written) {
  const graph = familyGraph(document)
  const people = inBirthOrder(document, graph)
  const proband = people.find(({ isProband }) => isProband)
  const packet = (member: FamilyMember) => packetOf(document, member, written)
  const metaData = metaDataOf(document, written)
  return {
    id: written.id,
    ...(proband ? { proband: packet(proband) } : {}),
    relatives: people.filter((member) => member !== proband).map(packet),
    pedigree: {
      persons: people.map((member) => {
        const { egg, sperm } = graph.geneticParents(member.key)
        const statuses = new Set(member.conditions.map(({ status }) => status))
        return {
          ...{ familyId: written.id, individualId: written.idOf(member.key) },
          ...(sperm === null ? {} : { paternalId: written.idOf(sperm) }),
          ...(egg === null ? {} : { maternalId: written.idOf(egg) }),
          sex: sexOf(member),
          affectedStatus: statuses.has('affected')
            ? 'AFFECTED'
            : statuses.has('unaffected')
              ? 'UNAFFECTED'
              : 'MISSING',
        }
      }),
    },
    metaData,
  }
}

const sexOf = ({ sexAtBirth }: FamilyMember) =>
  sexAtBirth === 'Male' ? 'MALE' : sexAtBirth === 'Female' ? 'FEMALE' : 'UNKNOWN_SEX'
const VITAL = { alive: 'ALIVE', dead: 'DECEASED', '': 'UNKNOWN_STATUS' } as const

function packetOf(document: FamilyDocument, member: FamilyMember, written: Written) {
  const { karyotype, born, age, life, diedOn, causeOfDeath } = member
  const id = written.idOf(member.key)
  const measured = document.evaluations.filter((one) => one.member === member.key)
  return {
    id,
    subject: {
      id,
      ...(born === '' ? {} : { dateOfBirth: instant(born) }),
      ...(age
        ? { timeAtLastEncounter: { age: { iso8601duration: `P${age.value}${UNITS[age.unit]}` } } }
        : {}),
      vitalStatus: {
        status: VITAL[life],
        ...(diedOn === '' ? {} : { timeOfDeath: { timestamp: instant(diedOn) } }),
        ...(causeOfDeath === '' ? {} : { causeOfDeath: { id: 'KARYO:words', label: causeOfDeath } }),
      },
      sex: sexOf(member),
      ...(karyotype === '' ? {} : { karyotypicSex: KARYOTYPES[karyotype] }),
      taxonomy: { id: 'NCBITaxon:9606', label: 'Homo sapiens' },
    },
    diseases: member.conditions.flatMap(({ entry, status, onset }) => {
      const known = document.legend.find(({ key }) => key === entry)
      if (!known) return []
      return [
        {
          term: curieOf(known),
          ...(status === 'unaffected' ? { excluded: true } : {}),
          ...(onset === '' ? {} : { onset: { age: { iso8601duration: `P${onset}Y` } } }),
        },
      ]
    }),
    measurements: measured.map(({ what, result, on }) => ({
      description: what,
      assay: { id: 'LOINC:69548-6', label: 'Genetic variant assessment' },
      value: { ontologyClass: RESULTS[result] },
      ...(on === '' ? {} : { timeObserved: { timestamp: instant(on) } }),
    })),
    metaData: metaDataOf(document, written),
  }
}

function metaDataOf({ legend }: FamilyDocument, { created }: Written) {
  const used = new Set(['LOINC', 'KARYO', ...legend.map((entry) => curieOf(entry).id.split(':')[0] ?? '')])
  return {
    ...{ created, createdBy: 'Karyo' },
    resources: RESOURCES.filter(({ namespacePrefix }) => used.has(namespacePrefix)),
    phenopacketSchemaVersion: '2.0',
  }
}

const resource = (prefix: string, name: string, url: string, iriPrefix: string) => ({
  ...{ id: prefix.toLowerCase(), name, url, version: 'current', namespacePrefix: prefix, iriPrefix },
})
const RESOURCES = [
  resource(
    'HP',
    'Human Phenotype Ontology',
    'http://purl.obolibrary.org/obo/hp.owl',
    'http://purl.obolibrary.org/obo/HP_',
  ),
  resource(
    'OMIM',
    'Online Mendelian Inheritance in Man',
    'https://www.omim.org',
    'https://www.omim.org/entry/',
  ),
  resource(
    'MONDO',
    'Mondo Disease Ontology',
    'http://purl.obolibrary.org/obo/mondo.owl',
    'http://purl.obolibrary.org/obo/MONDO_',
  ),
  resource('ORPHA', 'Orphanet', 'https://www.orpha.net', 'https://www.orpha.net/ORDO/Orphanet_'),
  resource(
    'ICD10CM',
    'ICD-10-CM',
    'https://www.cdc.gov/nchs/icd/icd-10-cm',
    'http://hl7.org/fhir/sid/icd-10-cm/',
  ),
  resource('LOINC', 'LOINC', 'https://loinc.org', 'https://loinc.org/'),
  resource('KARYO', 'Words of this family without a code', 'urn:karyo:words', 'urn:karyo:words:'),
]
