import { isIsoDate } from '../../dates/dates.ts'
import {
  blankFamily,
  blankMember,
  type Evaluation,
  type FamilyMember,
  type MemberCondition,
} from '../document.ts'
import { codeOfCurie } from './codes.ts'
import { affectedBy, LegendOfFile, onceEach } from './conditions.ts'
import { couplesOf, type ParentsOf } from './couples.ts'
import { type FileReading, type FileRemark, keysOfIds } from './format.ts'
import { at, cut, type Json, listAt, objectOf, textAt, textOf } from './json.ts'
import { KARYOTYPES, RESULTS } from './phenopacket.ts'

type Note = (place: string, rule: FileRemark['rule'], value: string) => void

/** What packets of a file are gathered into. */
interface Gathered {
  legend: LegendOfFile
  evaluations: Evaluation[]
  note: Note
}

const NO_PARENT = new Set(['', '0', '.', 'none'])
const SEXES = new Map([
  ['MALE', 'Male'],
  ['FEMALE', 'Female'],
] as const)

/**
 * Reads a phenopacket family (schema 2): its pedigree’s people, and of each packet’s subject, diseases and genetic
 * measurements. A packet of one person is a family of one. Findings of the phenotype are not a family’s.
 */
export function readPhenopacketFamily(file: unknown): FileReading {
  const isFamily = at(file, 'proband') !== undefined || at(file, 'pedigree') !== undefined
  const version = textAt(file, 'metaData', 'phenopacketSchemaVersion')
  if (version.startsWith('1')) return { problem: 'This is a phenopacket of schema 1. Schema 2 is read.' }
  const remarks: FileRemark[] = []
  const note: Note = (place, rule, value) => remarks.push({ place, rule, value: cut(value, 80) })
  const keyOf = keysOfIds()
  const gathered: Gathered = { legend: new LegendOfFile(), evaluations: [], note }
  const packets = isFamily
    ? [
        { packet: at(file, 'proband'), place: '/proband' },
        ...listAt(file, 'relatives').map((packet, index) => ({ packet, place: `/relatives/${index}` })),
      ].filter(({ packet }) => packet !== undefined)
    : [{ packet: file, place: '' }]
  const people = new Map<string, FamilyMember>()
  for (const { packet, place } of packets) {
    const id = textAt(packet, 'subject', 'id') || textAt(packet, 'id')
    if (people.has(id)) note(`${place}/subject/id`, 'listed-twice', id)
    else people.set(id, memberOfPacket(keyOf(id), objectOf(packet), place, gathered))
  }
  const proband = textAt(packets[0]?.packet, 'subject', 'id') || textAt(packets[0]?.packet, 'id')
  const persons = listAt(file, 'pedigree', 'persons')
  const parents = parentsOfPedigree(persons, { people, keyOf, gathered })
  const [own] = persons
  const ordered = orderOf(persons, people)
  return {
    families: [
      {
        id: textAt(file, 'id') || textAt(own, 'familyId'),
        remarks,
        document: {
          ...blankFamily(),
          ...couplesOf(
            ordered.map(([id, member], birthOrder) => ({ ...member, birthOrder, isProband: id === proband })),
            parents,
          ),
          legend: gathered.legend.legend,
          evaluations: gathered.evaluations,
        },
      },
    ],
  }
}

/** As the pedigree lists them, then whom it forgets. */
function orderOf(persons: readonly unknown[], people: ReadonlyMap<string, FamilyMember>) {
  const places = new Map<string, number>()
  persons.forEach((person, index) => {
    const id = textAt(person, 'individualId')
    if (!places.has(id)) places.set(id, index)
  })
  const place = (id: string) => places.get(id) ?? persons.length
  return [...people].toSorted(([a], [b]) => place(a) - place(b))
}

function parentsOfPedigree(
  persons: readonly unknown[],
  {
    people,
    keyOf,
    gathered,
  }: { people: Map<string, FamilyMember>; keyOf: (id: string) => string; gathered: Gathered },
): Map<string, ParentsOf> {
  const { note, legend } = gathered
  const listed = new Set<string>()
  persons.forEach((person, index) => {
    const place = `/pedigree/persons/${index}`
    const id = textAt(person, 'individualId')
    if (listed.has(id)) note(`${place}/individualId`, 'listed-twice', id)
    listed.add(id)
    const known = people.get(id) ?? blankMember(keyOf(id))
    const sex = sexIn(at(person, 'sex'), `${place}/sex`, note)
    const isAffected = textAt(person, 'affectedStatus')
    const hasOwn = known.conditions.length > 0 || !['AFFECTED', 'UNAFFECTED'].includes(isAffected)
    const status = isAffected === 'AFFECTED' ? ('affected' as const) : ('unaffected' as const)
    people.set(id, {
      ...(known.sexAtBirth === '' ? { ...known, ...sex } : known),
      conditions: hasOwn ? known.conditions : [affectedBy(legend.of('Affected', ''), { status })],
    })
  })
  const parents = new Map<string, ParentsOf>()
  persons.forEach((person, index) => {
    const child = people.get(textAt(person, 'individualId'))
    if (!child) return
    const parent = (name: 'paternalId' | 'maternalId') => {
      const id = textAt(person, name)
      const place = `/pedigree/persons/${index}/${name}`
      if (NO_PARENT.has(id.toLowerCase())) return undefined
      const [sex, rule] =
        name === 'paternalId'
          ? (['MALE', 'father-not-male'] as const)
          : (['FEMALE', 'mother-not-female'] as const)
      const known = people.get(id)
      if (!known) {
        note(place, 'parent-without-line', id)
        people.set(id, { ...blankMember(keyOf(id)), ...sexIn(sex, place, note) })
        return { key: keyOf(id), isOfThatSex: true }
      }
      const isOfThatSex = known.sexAtBirth === SEXES.get(sex) || known.sexAtBirth === ''
      if (!isOfThatSex) note(place, rule, id)
      return { key: known.key, isOfThatSex }
    }
    const [father, mother] = [parent('paternalId'), parent('maternalId')]
    const birth = [father, mother].flatMap((one) => one?.key ?? [])
    if (birth.length > 0)
      parents.set(child.key, {
        birth,
        father: father?.isOfThatSex ? father.key : undefined,
        mother: mother?.isOfThatSex ? mother.key : undefined,
      })
  })
  return parents
}

function sexIn(value: unknown, place: string, note: Note): Pick<FamilyMember, 'sexAtBirth' | 'gender'> {
  const sex = SEXES.get(textOf(value) as 'MALE')
  if (
    sex === undefined &&
    value !== undefined &&
    !['UNKNOWN_SEX', 'OTHER_SEX', '', 0].includes(value as string)
  )
    note(place, 'unknown-sex', String(value))
  return { sexAtBirth: sex ?? '', gender: sex === 'Male' ? 'man' : sex === 'Female' ? 'woman' : '' }
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?/

function ageIn(value: unknown, place: string, note: Note): FamilyMember['age'] {
  const text =
    textAt(value, 'age', 'iso8601duration') || textAt(value, 'ageRange', 'start', 'iso8601duration')
  if (text === '') return null
  const [, years, months, weeks, days] = DURATION.exec(text) ?? []
  const age = { isApproximate: false }
  if (years !== undefined && Number(years) <= 150) return { ...age, value: Number(years), unit: 'years' }
  if (months !== undefined && Number(months) <= 150) return { ...age, value: Number(months), unit: 'months' }
  if (weeks !== undefined && Number(weeks) <= 150) return { ...age, value: Number(weeks), unit: 'weeks' }
  if (days !== undefined) return { ...age, value: Math.min(150, Math.floor(Number(days) / 7)), unit: 'weeks' }
  note(place, 'wrong-number', text)
  return null
}

function dayIn(value: unknown, place: string, note: Note): string {
  const text = textOf(value)
  if (text === '') return ''
  const day = text.slice(0, 10)
  if (isIsoDate(day)) return day
  note(place, 'wrong-date', text)
  return ''
}

const LIVES = new Map([
  ['ALIVE', 'alive'],
  ['DECEASED', 'dead'],
] as const)

function memberOfPacket(key: string, packet: Json, place: string, gathered: Gathered): FamilyMember {
  const { note, evaluations } = gathered
  const subject = at(packet, 'subject')
  const status = textAt(subject, 'vitalStatus', 'status')
  const karyotype = Object.entries(KARYOTYPES).find(
    ([, word]) => word === textAt(subject, 'karyotypicSex'),
  )?.[0]
  listAt(packet, 'measurements').forEach((measurement, index) => {
    if (textAt(measurement, 'assay', 'id') !== 'LOINC:69548-6') {
      note(`${place}/measurements/${index}`, 'not-read', textAt(measurement, 'assay', 'label'))
      return
    }
    const found = Object.entries(RESULTS).find(
      ([, { id }]) => id === textAt(measurement, 'value', 'ontologyClass', 'id'),
    )
    evaluations.push({
      ...{ key: `e${evaluations.length + 1}`, member: key, copies: [], finding: '' },
      what: cut(textAt(measurement, 'description') || 'Genetic variant assessment', 200),
      result: (found?.[0] ?? 'uninformative') as Evaluation['result'],
      on: dayIn(
        at(measurement, 'timeObserved', 'timestamp'),
        `${place}/measurements/${index}/timeObserved`,
        note,
      ),
    })
  })
  for (const name of ['phenotypicFeatures', 'interpretations', 'biosamples', 'medicalActions', 'files'])
    if (listAt(packet, name).length > 0)
      note(`${place}/${name}`, 'not-read', `${name} (${listAt(packet, name).length})`)
  const lastSeen = at(subject, 'timeAtLastEncounter') ?? at(subject, 'ageAtEncounter')
  return {
    ...blankMember(key),
    ...sexIn(at(subject, 'sex'), `${place}/subject/sex`, note),
    ...{ karyotype: karyotype ?? '', life: LIVES.get(status as 'ALIVE') ?? '' },
    born: dayIn(at(subject, 'dateOfBirth'), `${place}/subject/dateOfBirth`, note),
    age: ageIn(lastSeen, `${place}/subject/timeAtLastEncounter`, note),
    diedOn: dayIn(
      at(subject, 'vitalStatus', 'timeOfDeath', 'timestamp'),
      `${place}/subject/vitalStatus`,
      note,
    ),
    causeOfDeath: cut(textAt(subject, 'vitalStatus', 'causeOfDeath', 'label'), 200),
    conditions: onceEach(conditionsOf(packet, place, gathered)),
  }
}

function conditionsOf(packet: Json, place: string, { legend, note }: Gathered): MemberCondition[] {
  return listAt(packet, 'diseases').flatMap((disease, index) => {
    const [id, label] = [textAt(disease, 'term', 'id'), textAt(disease, 'term', 'label')]
    if (id === '' && label === '') {
      note(`${place}/diseases/${index}/term`, 'not-read', '')
      return []
    }
    const age = ageIn(at(disease, 'onset'), `${place}/diseases/${index}/onset`, note)
    const onset = age === null ? textAt(disease, 'onset', 'ontologyClass', 'label') : onsetInWords(age)
    const status = at(disease, 'excluded') === true ? ('unaffected' as const) : ('affected' as const)
    return [affectedBy(legend.of(label, codeOfCurie(id)), { status, onset: cut(onset, 40) })]
  })
}

/** An age as an onset is written: years alone. */
const onsetInWords = ({ value, unit }: NonNullable<FamilyMember['age']>) =>
  unit === 'years' ? String(value) : `${value} ${unit}`
