import { describe, expect, test } from 'vitest'
import { type Criteria, criteriaOf, type SearchableType } from './criteria.ts'

const BASE = 'https://portal.test/fhir'

/** The criteria of a query as a browser would send it. */
function read(text: string, type: SearchableType = 'Task'): Criteria {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  return criteriaOf(type, query, BASE)
}

describe('refused is', () => {
  test.each<[why: string, query: string]>([
    ['an unknown parameter', 'name=Abara'],
    ['a modifier', 'status:not=completed'],
    ['a second id', '_id=1,2'],
    ['a second identifier', 'identifier=MRN-1,MRN-2'],
    ['a second identifier with its system', 'identifier=urn:a|1,urn:a|2'],
    ['a second patient', 'patient=Patient/1-proband,Patient/2-proband'],
    ['a parameter given twice', 'patient=1-proband&patient=2-proband'],
    ['patient beside subject', 'patient=1-proband&subject=2-proband'],
    ['a system without a value', 'identifier=urn:karyo:order|'],
    ['an empty id', '_id='],
    ['an empty patient', 'patient=%20'],
    ['another server’s patient', 'patient=https://other.test/fhir/Patient/1-proband'],
    ['this server’s patient elsewhere', `patient=https://other.test/${BASE}/Patient/1-proband`],
    ['somebody who is no Patient', 'subject=RelatedPerson/1-relative-1'],
    ['an empty status among others', 'status=completed,'],
    ['a status of another system', 'status=http://hl7.org/fhir/request-status|completed'],
    ['a format that nobody writes here', '_format=xml'],
    ['a time without a zone', '_lastUpdated=ge2026-03-01T10:00:00'],
    ['a day that no month has', '_lastUpdated=2026-02-30'],
    ['an instant of such a day', '_lastUpdated=2026-02-30T10:00:00Z'],
    ['two days by comma', '_lastUpdated=ge2026-03-01,le2026-03-02'],
    ['no day', '_lastUpdated='],
  ])('%s', (_why, query) => {
    const name = query.replace(/=.*/, '')
    expect(() => read(query)).toThrow(query.includes('&subject') ? 'subject' : name)
  })
})

describe('read is', () => {
  test.each<[query: string, criteria: Partial<Criteria>]>([
    ['_id=100001', { id: '100001' }],
    ['identifier=26-500', { identifier: { system: null, value: '26-500' } }],
    ['identifier=urn:a|26-500', { identifier: { system: 'urn:a', value: '26-500' } }],
    ['identifier=|26-500', { identifier: { system: '', value: '26-500' } }],
    ['identifier=urn:a|A%5C,B%5C%5C', { identifier: { system: 'urn:a', value: 'A,B\\' } }],
    ['patient=1-proband', { patient: '1-proband' }],
    ['patient=Patient/1-proband', { patient: '1-proband' }],
    [`subject=${BASE}/Patient/1-fetus-1`, { patient: '1-fetus-1' }],
    ['status=completed, cancelled', { status: ['completed', 'cancelled'] }],
    ['status=http://hl7.org/fhir/task-status|completed', { status: ['completed'] }],
    ['_format=application/fhir+json', {}],
  ])('%s', (query, criteria) => {
    expect(read(query)).toMatchObject(criteria)
  })

  test('a time that is given twice as both', () => {
    const at = (day: string) => new Date(`2026-03-${day}T00:00:00Z`)
    const cases: [string, Criteria['updated']][] = [
      ['_lastUpdated=ge2026-03-05&_lastUpdated=ge2026-03-01', { from: at('05'), before: null }],
      ['_lastUpdated=ge2026-03-01&_lastUpdated=gt2026-03-05', { from: at('06'), before: null }],
      ['_lastUpdated=lt2026-03-05&_lastUpdated=le2026-03-09', { from: null, before: at('05') }],
      ['_lastUpdated=2026-03-05&_lastUpdated=ge2026-03-01', { from: at('05'), before: at('06') }],
      ['_lastUpdated=ge2026-03-01&_lastUpdated=lt2026-03-05', { from: at('01'), before: at('05') }],
    ]
    for (const [query, updated] of cases) expect(read(query).updated, query).toEqual(updated)
  })
})
