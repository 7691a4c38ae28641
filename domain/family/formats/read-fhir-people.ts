import { readIsoDate } from '../../dates/dates.ts'
import { isModified } from '../../fhir-modifiers.ts'
import {
  blankMember,
  type Evaluation,
  type FamilyMember,
  type MemberCondition,
  type MemberKey,
} from '../document.ts'
import { codeOfCoding } from './codes.ts'
import { affectedBy, LegendOfFile, onceEach } from './conditions.ts'
import { type Gathered, type History, isKin, nameOf, type ReadPerson } from './fhir-lines.ts'
import {
  ADMINISTRATIVE,
  AFFECTED,
  AGE,
  ASSESSMENT,
  EXTENSIONS,
  IDENTITIES,
  STATUS_CODES,
  UNIT_CODES,
} from './fhir-parts.ts'
import { at, cut, type Json, listAt, objectOf, textAt, textOf } from './json.ts'
import { RESULTS } from './phenopacket.ts'

/** Reads everybody, their conditions and results; and the FamilyMemberHistories, whose relations come later. */
export function readPeople(entries: readonly unknown[], found: Gathered) {
  const all = entries.map((entry, index) => ({
    resource: objectOf(at(entry, 'resource')),
    fullUrl: textAt(entry, 'fullUrl'),
    place: entries.length === 1 ? '' : `/entry/${index}/resource`,
    // What FHIR's modifiers mean is not known here, and they must not be ignored.
    isLeftOut: isModified(entry) || retractionOf(objectOf(at(entry, 'resource'))) !== '',
  }))
  const resources = all.filter((one) => !one.isLeftOut)
  for (const { resource, place } of all.filter((one) => one.isLeftOut)) {
    const value = `${textAt(resource, 'resourceType')} ${retractionOf(resource)}`.trim()
    found.remarks.push({ place: place || '/', rule: 'not-read', value: cut(value, 80) })
  }
  const legend = new LegendOfFile()
  const histories: History[] = []
  let composition: Json = {}
  for (const { resource, fullUrl, place } of resources) {
    const type = textAt(resource, 'resourceType')
    if (type === 'Patient') addPatient(resource, fullUrl, place, found)
    else if (type === 'FamilyMemberHistory')
      histories.push(addHistory(resource, fullUrl, place || '/', { found, legend }))
    else if (type === 'Composition') composition = resource
    else if (!['Condition', 'Observation', 'Organization', 'Practitioner'].includes(type))
      found.remarks.push({ place: place || '/', rule: 'not-read', value: cut(type, 80) })
  }
  for (const history of histories) addAbsentPatient(history, found)
  const conditions = new Map<ReadPerson, MemberCondition[]>()
  for (const { resource, place } of resources) {
    const type = textAt(resource, 'resourceType')
    if (type === 'Condition') addCondition(resource, place, { found, legend, conditions })
    if (type === 'Observation') addObservation(resource, place, { found, legend })
  }
  // Once for each person: a file may have thousands of one.
  for (const [person, own] of conditions)
    person.member = { ...person.member, conditions: onceEach([...person.member.conditions, ...own]) }
  addAffected(resources, { found, legend })
  return { legend, histories, composition }
}

const RETRACTIONS = ['entered-in-error', 'cancelled']

/** By which status a resource says that it is not, or never was, true; '' if by none. */
function retractionOf(resource: Json): string {
  const codes = listAt(resource, 'verificationStatus', 'coding').map((coding) => textAt(coding, 'code'))
  return RETRACTIONS.find((one) => one === textAt(resource, 'status') || codes.includes(one)) ?? ''
}

interface Around {
  found: Gathered
  legend: LegendOfFile
}

/** Somebody once: ids decide, never names. */
function putPerson(found: Gathered, name: string, place: string, member: FamilyMember): void {
  if (found.people.has(name)) found.remarks.push({ place, rule: 'listed-twice', value: name })
  else found.people.set(name, { member })
}

/** Without an id or a URL it is nobody's but of its place. */
function namedBy(
  type: string,
  resource: Json,
  { fullUrl, place }: { fullUrl: string; place: string },
): string {
  const id = textAt(resource, 'id')
  return id === '' ? nameOf(fullUrl) || `${type}/${place}` : `${type}/${id}`
}

const keyIn = (found: Gathered, name: string) => found.keyOf(name, name.replace(/^[A-Za-z]+\//, ''))

function addPatient(resource: Json, fullUrl: string, place: string, found: Gathered): void {
  const name = namedBy('Patient', resource, { fullUrl, place })
  const [human] = listAt(resource, 'name')
  const given = listAt(human, 'given').map(textOf).join(' ')
  const family = textAt(human, 'family')
  const text = given === '' && family === '' ? textAt(human, 'text') : ''
  const identity = listAt(resource, 'extension').find((one) => textAt(one, 'url') === EXTENSIONS.gender)
  const identityCode = textAt(listAt(identity, 'valueCodeableConcept', 'coding')[0], 'code')
  const sex = sexIn(textAt(resource, 'gender'), place, found)
  const stated = Object.entries(IDENTITIES).find(([, code]) => code === identityCode)?.[0]
  const deceased = textAt(resource, 'deceasedDateTime')
  putPerson(found, name, place, {
    ...blankMember(keyIn(found, name)),
    ...{ firstName: cut(given || text, 100), lastName: cut(family, 100) },
    ...{ ...sex, gender: (stated as FamilyMember['gender']) ?? sex.gender },
    born: dateIn(textAt(resource, 'birthDate'), `${place}/birthDate`, found),
    life:
      deceased !== '' || at(resource, 'deceasedBoolean') === true
        ? 'dead'
        : at(resource, 'deceasedBoolean') === false
          ? 'alive'
          : '',
    diedOn: dateIn(deceased, `${place}/deceasedDateTime`, found),
  })
}

function sexIn(text: string, place: string, found: Gathered): Pick<FamilyMember, 'sexAtBirth' | 'gender'> {
  const sex = Object.entries(ADMINISTRATIVE).find(([, code]) => code === text.toLowerCase())?.[0]
  if (sex === undefined && text !== '')
    found.remarks.push({ place, rule: 'unknown-sex', value: cut(text, 80) })
  const sexAtBirth = (sex ?? '') as FamilyMember['sexAtBirth']
  return { sexAtBirth, gender: sexAtBirth === 'Male' ? 'man' : sexAtBirth === 'Female' ? 'woman' : '' }
}

/** A FHIR date or dateTime as a day, a month or a year. */
function dateIn(text: string, place: string, found: Gathered): string {
  if (text === '') return ''
  const [day = ''] = /^\d{4}(-\d\d(-\d\d)?)?/.exec(text) ?? []
  if (day !== '' && readIsoDate(`${day}-01-01`.slice(0, 10))) return day
  found.remarks.push({ place, rule: 'wrong-date', value: cut(text, 80) })
  return ''
}

function ageIn(quantity: unknown, place: string, found: Gathered): FamilyMember['age'] {
  const value = at(quantity, 'value')
  if (value === undefined) return null
  const code = textAt(quantity, 'code') || textAt(quantity, 'unit')
  const unit = Object.entries(UNIT_CODES).find(([words, own]) => own === code || words.startsWith(code))?.[0]
  if (typeof value === 'number' && value >= 0 && value <= 150 && (unit !== undefined || code === 'yr'))
    return { value: Math.floor(value), unit: (unit ?? 'years') as 'years', isApproximate: false }
  found.remarks.push({ place, rule: 'wrong-number', value: cut(`${value} ${code}`, 80) })
  return null
}

/** The relative of a plain family history; of a pedigree’s relationship, its two Patients are people already. */
function addHistory(resource: Json, fullUrl: string, place: string, around: Around): History {
  const { found } = around
  const codings = listAt(resource, 'relationship', 'coding')
  const named = codings.map((coding) => ({ system: textAt(coding, 'system'), code: textAt(coding, 'code') }))
  const kin = named.filter(({ system, code }) => isKin(system, code)).map(({ code }) => code)
  const codes = named.filter(({ system, code }) => !isKin(system, code)).map(({ code }) => code)
  const patient = nameOf(textAt(resource, 'patient', 'reference'))
  const own = namedBy('FamilyMemberHistory', resource, { fullUrl, place })
  const history = { resource, place, kin, codes, patient, relative: own }
  if (kin.length > 0) return history
  if (codes.length === 0) codes.push('')
  const member = memberOfHistory(resource, place, keyIn(found, own), around)
  putPerson(found, own, place, member)
  return history
}

/** The patient of a family history may stand in another file: only the name is here. */
function addAbsentPatient({ resource, patient, kin }: History, found: Gathered): void {
  if (kin.length > 0 || patient === '' || found.people.has(patient)) return
  const firstName = cut(textAt(resource, 'patient', 'display'), 100)
  found.people.set(patient, {
    member: { ...blankMember(keyIn(found, patient)), firstName },
  })
}

function memberOfHistory(
  resource: Json,
  place: string,
  key: MemberKey,
  { found, legend }: Around,
): FamilyMember {
  const sexCode = textAt(listAt(resource, 'sex', 'coding')[0], 'code') || textAt(resource, 'sex', 'text')
  const sex = sexIn(sexCode, `${place}/sex`, found)
  const deceased = at(resource, 'deceasedBoolean')
  const diedOn = dateIn(textAt(resource, 'deceasedDate'), `${place}/deceasedDate`, found)
  const ageAtDeath = ageIn(at(resource, 'deceasedAge'), `${place}/deceasedAge`, found)
  const isDead =
    deceased === true || diedOn !== '' || ageAtDeath !== null || textAt(resource, 'deceasedString') !== ''
  const age = ageAtDeath ?? ageIn(at(resource, 'ageAge'), `${place}/ageAge`, found)
  const born = textAt(resource, 'bornDate') || textAt(resource, 'bornString')
  const conditions: MemberCondition[] = []
  let causeOfDeath = ''
  listAt(resource, 'condition').forEach((condition, index) => {
    const { name, code } = conceptIn(at(condition, 'code'))
    if (name === '') {
      found.remarks.push({ place: `${place}/condition/${index}`, rule: 'not-read', value: '' })
      return
    }
    if (at(condition, 'contributedToDeath') === true) causeOfDeath = cut(name, 200)
    conditions.push(
      affectedBy(legend.of(name, code), { onset: onsetIn(condition), notes: notesIn(condition) }),
    )
  })
  return {
    ...blankMember(key),
    ...{ firstName: cut(textAt(resource, 'name'), 100), ...sex },
    born: dateIn(born, `${place}/born`, found),
    age: age && { ...age, isApproximate: at(resource, 'estimatedAge') === true },
    ...{ life: isDead ? 'dead' : deceased === false ? 'alive' : '', diedOn, causeOfDeath },
    conditions: onceEach(conditions),
  }
}

/** The words and the code that a legend takes of a CodeableConcept. */
function conceptIn(concept: unknown): { name: string; code: string } {
  const codings = listAt(concept, 'coding')
  const [code = ''] = codings
    .map((coding) => codeOfCoding(textAt(coding, 'system'), textAt(coding, 'code')))
    .filter((each) => each !== '')
  const display = codings.map((coding) => textAt(coding, 'display')).find((each) => each !== '')
  const [first] = codings
  return { name: cut(textAt(concept, 'text') || display || code || textAt(first, 'code'), 200), code }
}

function onsetIn(condition: unknown): string {
  const age = at(condition, 'onsetAge')
  const value = at(age, 'value')
  if (typeof value === 'number') {
    const code = textAt(age, 'code') || textAt(age, 'unit')
    return code === 'a' || code.startsWith('y') || code === '' ? String(value) : cut(`${value} ${code}`, 40)
  }
  const [low, high] = [
    at(condition, 'onsetRange', 'low', 'value'),
    at(condition, 'onsetRange', 'high', 'value'),
  ]
  if (typeof low === 'number' && typeof high === 'number') return `${low} to ${high}`
  return cut(textAt(condition, 'onsetString') || textAt(condition, 'onsetDateTime').slice(0, 10), 40)
}

const notesIn = (of: unknown) =>
  cut(
    listAt(of, 'note')
      .map((note) => textAt(note, 'text'))
      .join('\n'),
    2_000,
  )

function addCondition(
  resource: Json,
  place: string,
  { found, legend, conditions }: Around & { conditions: Map<ReadPerson, MemberCondition[]> },
): void {
  const person = found.people.get(nameOf(textAt(resource, 'subject', 'reference')))
  const { name, code } = conceptIn(at(resource, 'code'))
  if (!person || name === '') {
    const value = textAt(resource, 'subject', 'reference')
    found.remarks.push({ place, rule: person ? 'not-read' : 'unknown-person', value: cut(value, 80) })
    return
  }
  const verified = textAt(listAt(resource, 'verificationStatus', 'coding')[0], 'code')
  const status =
    verified === 'refuted'
      ? ('unaffected' as const)
      : ['provisional', 'differential'].includes(verified)
        ? ('possible' as const)
        : ('affected' as const)
  const certainty =
    verified === STATUS_CODES.affected.documented ? ('documented' as const) : ('told' as const)
  const condition = affectedBy(legend.of(name, code), {
    ...{ status, certainty, onset: onsetIn(resource), notes: notesIn(resource) },
  })
  const own = conditions.get(person) ?? []
  own.push(condition)
  conditions.set(person, own)
}

function addObservation(resource: Json, place: string, { found }: Around): void {
  const codes = listAt(resource, 'code', 'coding').map((coding) => textAt(coding, 'code'))
  if (codes.includes(AFFECTED)) return
  const [focus] = listAt(resource, 'focus')
  const about = textAt(focus, 'reference') || textAt(resource, 'subject', 'reference')
  const person = found.people.get(nameOf(about))
  if (!person) {
    found.remarks.push({ place, rule: 'unknown-person', value: cut(about, 80) })
    return
  }
  if (codes.includes(AGE)) {
    const age = ageIn(at(resource, 'valueQuantity'), `${place}/valueQuantity`, found)
    person.member = { ...person.member, age: age ?? person.member.age }
    return
  }
  if (!codes.includes(ASSESSMENT)) {
    const value = textAt(resource, 'code', 'text') || codes.join(' ')
    found.remarks.push({ place, rule: 'not-read', value: cut(value, 80) })
    return
  }
  const answers = listAt(resource, 'valueCodeableConcept', 'coding').map(
    (one) => `LOINC:${textAt(one, 'code')}`,
  )
  const result = Object.entries(RESULTS).find(([, { id }]) => answers.includes(id))?.[0] ?? 'uninformative'
  found.evaluations.push({
    ...{ key: `e${found.evaluations.length + 1}`, member: person.member.key, copies: [], finding: '' },
    what: cut(textAt(resource, 'code', 'text') || 'Genetic variant assessment', 200),
    result: result as Evaluation['result'],
    on: fullDay(dateIn(textAt(resource, 'effectiveDateTime'), `${place}/effectiveDateTime`, found)),
  })
}

const fullDay = (day: string) => (day.length === 10 ? day : '')

/** Affected or not, of people of whom no condition is named. */
function addAffected(resources: readonly { resource: Json }[], { found, legend }: Around): void {
  const withConditions = new Set(
    [...found.people].filter(([, { member }]) => member.conditions.length > 0).map(([name]) => name),
  )
  for (const { resource } of resources) {
    const codes = listAt(resource, 'code', 'coding').map((coding) => textAt(coding, 'code'))
    const name = nameOf(textAt(resource, 'subject', 'reference'))
    const person = found.people.get(name)
    const value = at(resource, 'valueBoolean')
    if (!codes.includes(AFFECTED) || !person || withConditions.has(name) || typeof value !== 'boolean')
      continue
    const condition = affectedBy(legend.of('Affected', ''), { status: value ? 'affected' : 'unaffected' })
    person.member = { ...person.member, conditions: [condition] }
  }
}
