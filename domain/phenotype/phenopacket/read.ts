import { readDuration } from '../../orders/onset.ts'
import { AGE_CLASSES, type Feature, MOST_FEATURES, type Onset, SEVERITIES } from '../../orders/phenotype.ts'
import { table } from '../../table.ts'
import { cutTo } from '../../text/keepable.ts'
import { HPO_ID } from '../term.ts'

/** Whose findings a person's are, as the file has them. */
export type PacketRole = 'proband' | 'mother' | 'father' | 'other'
export const PACKET_ROLES = ['proband', 'mother', 'father', 'other'] as const

/** A finding as read: without a person, and without a release until the terms are looked up. */
export type PacketFeature = Omit<Feature, 'patient' | 'release'>

export interface PacketPerson {
  role: PacketRole
  /** The file's own name for them; may identify somebody. */
  id: string
  features: PacketFeature[]
}

/** What is not taken, where it is in the file, and why. */
export interface LeftOut {
  path: string
  reason: string
}

export type PacketProblem = { path: string; rule: string; message: string }

export type ReadPacket = { people: PacketPerson[]; leftOut: LeftOut[] } | { problems: PacketProblem[] }

/** The largest file that is read, in characters. Published ones have some tens of thousands. */
export const LONGEST_PACKET = 300_000
const MOST_PEOPLE = 20
const LONGEST_NOTE = 500

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member by its name in JSON, or as the schema's own language writes it (`phenotypic_features`). */
function member(of: Json, name: string): unknown {
  if (Object.hasOwn(of, name)) return of[name]
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.hasOwn(of, snake) ? of[snake] : undefined
}
function listIn(of: Json, name: string): unknown[] {
  const value = member(of, name)
  return Array.isArray(value) ? value : []
}
const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * The findings of a GA4GH phenopacket or family (schema 2), and what is not taken of it; or every problem that
 * keeps it from being read, each with its place in the file.
 */
export function readPhenopacket(content: string): ReadPacket {
  const refuse = (path: string, rule: string, message: string): ReadPacket => ({
    problems: [{ path, rule, message }],
  })
  if (content.length > LONGEST_PACKET)
    return refuse('', 'size', `The file is too large: at most ${LONGEST_PACKET} characters are read`)
  let file: unknown
  try {
    file = JSON.parse(content)
  } catch {
    return refuse('', 'json', 'The file is not JSON. Choose a phenopacket in JSON format')
  }
  if (!isObject(file))
    return refuse('', 'phenopacket', 'The file is not a phenopacket: it must be a JSON object')
  if (Array.isArray(member(file, 'members')))
    return refuse('/members', 'cohort', 'This is a cohort. Import one person’s phenopacket, or a family')
  const proband = member(file, 'proband')
  const version = text(
    member(
      isObject(member(file, 'metaData')) ? (member(file, 'metaData') as Json) : {},
      'phenopacketSchemaVersion',
    ),
  )
  const problems: PacketProblem[] = []
  if (!/^2(\.|$)/.test(version))
    problems.push({
      path: '/metaData/phenopacketSchemaVersion',
      rule: 'version',
      message:
        version === ''
          ? 'The version of the phenopacket schema is missing. Version 2 is read'
          : `Version ${version} of the phenopacket schema is not read. Version 2 is`,
    })
  const packets = isObject(proband)
    ? familyOf(file, proband, problems)
    : [{ role: 'proband' as const, packet: file, path: '' }]
  const total = packets.reduce((sum, { packet }) => sum + listIn(packet, 'phenotypicFeatures').length, 0)
  if (total > MOST_FEATURES)
    return refuse(
      '/phenotypicFeatures',
      'most',
      `The file lists ${total} findings. An order has at most ${MOST_FEATURES}`,
    )
  const leftOut: LeftOut[] = []
  const people = packets.map(({ role, packet, path }): PacketPerson => {
    const subject = member(packet, 'subject')
    const listed = member(packet, 'phenotypicFeatures')
    if (listed !== undefined && !Array.isArray(listed))
      problems.push({
        path: `${path}/phenotypicFeatures`,
        rule: 'list',
        message: 'phenotypicFeatures must be a list',
      })
    leftOut.push(...otherContent(packet, path))
    const features = listIn(packet, 'phenotypicFeatures').flatMap((one, index) =>
      featureOf(one, `${path}/phenotypicFeatures/${index}`, { leftOut, problems }),
    )
    return { role, id: isObject(subject) ? text(member(subject, 'id')) : '', features }
  })
  if (problems.length === 0 && people.every(({ features }) => features.length === 0))
    problems.push({
      path: '/phenotypicFeatures',
      rule: 'none',
      message: 'The file has no findings that can be taken',
    })
  return problems.length > 0 ? { problems } : { people, leftOut }
}

interface Packet {
  role: PacketRole
  packet: Json
  path: string
}

/** A family's people; who is mother and father is known by its pedigree only. */
function familyOf(file: Json, proband: Json, problems: PacketProblem[]): Packet[] {
  const idOf = (packet: Json) => {
    const subject = member(packet, 'subject')
    return isObject(subject) ? text(member(subject, 'id')) : ''
  }
  const pedigree = member(file, 'pedigree')
  const persons = isObject(pedigree) ? listIn(pedigree, 'persons') : []
  const own = persons.filter(isObject).find((one) => text(member(one, 'individualId')) === idOf(proband))
  const [mother, father] = ['maternalId', 'paternalId'].map((name) => (own ? text(member(own, name)) : ''))
  const relatives = listIn(file, 'relatives')
  if (relatives.length > MOST_PEOPLE)
    problems.push({ path: '/relatives', rule: 'most', message: `At most ${MOST_PEOPLE} relatives are read` })
  return [
    { role: 'proband', packet: proband, path: '/proband' },
    ...relatives.slice(0, MOST_PEOPLE).flatMap((packet, index): Packet[] => {
      if (!isObject(packet)) return []
      const id = idOf(packet)
      const role = id === '' ? 'other' : id === mother ? 'mother' : id === father ? 'father' : 'other'
      return [{ role, packet, path: `/relatives/${index}` }]
    }),
  ]
}

const NOT_TAKEN = table<string>({
  diseases: 'diagnoses are entered as ICD-10 codes',
  interpretations: 'variants are entered as known variants',
  measurements: 'measurements are not part of an order',
  biosamples: 'specimens are entered in the order',
  medicalActions: 'treatments are not part of an order',
  files: 'files are added as documents',
})

function otherContent(packet: Json, path: string): LeftOut[] {
  return Object.entries(NOT_TAKEN).flatMap(([name, why]) => {
    const value = member(packet, name)
    return Array.isArray(value) && value.length > 0
      ? [{ path: `${path}/${name}`, reason: `${name} (${value.length}): ${why}` }]
      : []
  })
}

interface Notes {
  leftOut: LeftOut[]
  problems: PacketProblem[]
}

function featureOf(value: unknown, path: string, { leftOut, problems }: Notes): PacketFeature[] {
  const type = isObject(value) ? member(value, 'type') : undefined
  if (!isObject(value) || !isObject(type)) {
    problems.push({
      path: `${path}/type`,
      rule: 'required',
      message: 'A finding must have a type with an id',
    })
    return []
  }
  const [termId, label] = [text(member(type, 'id')), text(member(type, 'label'))]
  const leave = (where: string, reason: string) =>
    leftOut.push({ path: `${path}${where}`, reason: `${label || termId}: ${reason}` })
  if (!HPO_ID.test(termId)) {
    leave('/type/id', `${termId || 'no identifier'} is not a term of the Human Phenotype Ontology`)
    return []
  }
  const excluded = member(value, 'excluded')
  if (excluded !== undefined && typeof excluded !== 'boolean') {
    problems.push({
      path: `${path}/excluded`,
      rule: 'boolean',
      message: `${label || termId}: excluded must be true or false`,
    })
    return []
  }
  const onset = onsetIn(member(value, 'onset'), (reason) => leave('/onset', reason))
  const severity = severityIn(member(value, 'severity'), (reason) => leave('/severity', reason))
  const note = text(member(value, 'description'))
  if (note.length > LONGEST_NOTE) leave('/description', `a note has at most ${LONGEST_NOTE} characters`)
  for (const name of ['modifiers', 'evidence']) {
    const listed = member(value, name)
    if (Array.isArray(listed) && listed.length > 0) leave(`/${name}`, `${name} are not taken`)
  }
  if (member(value, 'resolution') !== undefined) leave('/resolution', 'when it ended is not taken')
  return [
    {
      ...{ termId, label: cutTo(label, 300), status: excluded ? 'absent' : 'present' },
      ...(onset ? { onset } : {}),
      ...(severity ? { severity } : {}),
      ...(note !== '' && note.length <= LONGEST_NOTE ? { note } : {}),
    },
  ]
}

function onsetIn(value: unknown, leave: (reason: string) => void): Onset | null {
  if (value === undefined) return null
  const of = isObject(value) ? value : {}
  const [age, known, gestation] = ['age', 'ontologyClass', 'gestationalAge'].map((name) => member(of, name))
  if (isObject(age)) {
    const duration = text(member(age, 'iso8601duration'))
    if (readDuration(duration)) return { kind: 'age', value: duration }
    leave(`the onset ${duration || 'given'} is not an ISO 8601 age`)
    return null
  }
  if (isObject(known)) {
    const id = text(member(known, 'id'))
    if (AGE_CLASSES.some((one) => one.id === id)) return { kind: 'class', value: id }
    leave(`the onset ${text(member(known, 'label')) || id} is not an age class of the form`)
    return null
  }
  if (isObject(gestation)) {
    const [whole, days] = [member(gestation, 'weeks'), member(gestation, 'days') ?? 0]
    if (
      Number.isInteger(whole) &&
      Number.isInteger(days) &&
      Number(days) >= 0 &&
      Number(days) < 7 &&
      Number(whole) >= 0 &&
      Number(whole) < 60
    )
      return { kind: 'gestation', value: `${whole}+${days}` }
    leave('the gestational age of onset can’t be read')
    return null
  }
  leave('an onset given as a range or a date is not taken')
  return null
}

function severityIn(value: unknown, leave: (reason: string) => void): Feature['severity'] | null {
  if (value === undefined) return null
  const id = isObject(value) ? text(member(value, 'id')) : ''
  const known = SEVERITIES.find((one) => one.id === id)
  if (!known) leave(`the severity ${id || 'given'} is not one of the Human Phenotype Ontology`)
  return known?.id ?? null
}
