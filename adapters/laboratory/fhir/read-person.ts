import type { HumanName, Identifier, Patient } from 'fhir/r4.js'
import type { Sex } from '#domain/lookups.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import { recordNumberSystem } from './systems.ts'

const SEXES: Readonly<Record<NonNullable<Patient['gender']>, Sex>> = {
  male: 'Male',
  female: 'Female',
  other: 'Ambiguous',
  unknown: 'Unknown',
}
/** Former names (HumanName.use). */
const FORMER: readonly (HumanName['use'] | undefined)[] = ['old', 'maiden']

/** The person in a Patient: every number, every name (former ones marked), birth date and sex. */
export function personOf(person: Patient): PersonInMessage {
  const { birthDate = '', name = [], identifier = [], gender } = person
  const names = name.map(({ family = '', given = [], use }) => {
    const [first = '', ...more] = given
    return { last: family, first, middle: more.join(' '), isFormer: FORMER.includes(use) }
  })
  return {
    identifiers: identifier.flatMap(numberIn),
    names: names.filter(({ last, first }) => last !== '' || first !== ''),
    dateOfBirth: /^\d{4}-\d{2}-\d{2}$/.test(birthDate) ? birthDate : '',
    sex: gender ? SEXES[gender] : '',
    fetus: '',
  }
}

const OF_INSTITUTION = recordNumberSystem('')

/**
 * Who assigned a number: the institution's code in our own system, else the assigner's name, else the system.
 */
function numberIn({ value, system = '', assigner, type }: Identifier): PersonInMessage['identifiers'] {
  if (!value) return []
  const institutionCode = system.startsWith(OF_INSTITUTION)
    ? decoded(system.slice(OF_INSTITUTION.length))
    : ''
  return [
    { value, assigner: institutionCode || assigner?.display || system, type: type?.coding?.[0]?.code ?? '' },
  ]
}

function decoded(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}
