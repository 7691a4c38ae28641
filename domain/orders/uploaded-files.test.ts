import { describe, expect, it, test } from 'vitest'
import type { OrderDocument } from './document.ts'
import type { NotedPatient } from './identity.ts'
import { isBlocking } from './points.ts'
import { openPoints } from './readiness.ts'
import { CONTEXT, completeOrder, withChanges } from './testing/complete-order.ts'
import { pointsOf, wordsOf } from './testing/rows.ts'
import { fileOfWarning, filesToName } from './uploaded-files.ts'

const LINH = { firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14' }
const WARNING = 'patient /patients/0/lastName file-of-another?'

const named = (person: NotedPatient) =>
  Object.fromEntries(Object.entries(person).map(([field, value]) => [`/patients/0/${field}`, value]))
/** The warnings of an order for `now` with a file that was uploaded while it was for Linh. */
const warningsOf = (now: NotedPatient, uploadedFor: NotedPatient = LINH) => {
  const uploads = [{ id: 7, filename: 'report.pdf', uploadedFor }]
  return pointsOf(withChanges(completeOrder(), named(now)), { uploads }).filter((point) => point === WARNING)
}

const TWIN = { ...LINH, firstName: 'Bao' }

describe('a file that was uploaded while the order was for another patient', () => {
  test.each([
    ['the same', LINH, []],
    ['a corrected name', { ...LINH, firstName: 'Line' }, []],
    ['a corrected date of birth', { ...LINH, dateOfBirth: '2019-04-13' }, []],
    ['another spelling', { ...LINH, lastName: 'NGUYEN' }, []],
    ['a sibling', { ...LINH, firstName: 'Bao', dateOfBirth: '2021-07-01' }, [WARNING]],
    ['somebody else', { firstName: 'Ada', lastName: 'Lind', dateOfBirth: '1990-02-03' }, [WARNING]],
  ])('is warned of if the patient is another person: %s', (_what, now, warnings) => {
    expect(warningsOf(now)).toEqual(warnings)
  })

  it('is warned of if the patient is the other twin, by first name and record number', () => {
    const linh = { ...LINH, recordNumber: '101' }
    expect(warningsOf({ ...TWIN, recordNumber: '102' }, linh)).toEqual([WARNING])
    expect(warningsOf({ ...TWIN, recordNumber: '00101' }, linh)).toEqual([])
    expect(warningsOf({ ...LINH, recordNumber: '102' }, linh)).toEqual([])
    expect(warningsOf({ ...TWIN, recordNumber: '102' }, LINH)).toEqual([])
  })

  it('is not warned of if nobody was named yet', () => {
    expect(warningsOf(LINH, { firstName: '', lastName: '', dateOfBirth: '' })).toEqual([])
  })

  const uploads = [{ id: 7, filename: 'report.pdf', uploadedFor: LINH }]
  const ada = named({ firstName: 'Ada', lastName: 'Lind', dateOfBirth: '1990-02-03' })

  it('is named, and the other patient is not: the message stays in the timeline', () => {
    expect(wordsOf(ada, { uploads })).toEqual([
      '“report.pdf” was uploaded while this order was for another patient. Remove the file, or give a reason to keep it with this order',
    ])
  })

  it('may be kept with a reason, until the patient changes again', () => {
    const key = 'file-of-another:7 1990-02-03-lind-ada'
    expect(fileOfWarning(key)).toBe(7)
    const kept = {
      ...withChanges(completeOrder(), ada),
      overrides: [{ key, reason: 'The file is about Ada' }],
    }
    const open = (order: OrderDocument) => openPoints(order, { ...CONTEXT, uploads }).filter(isBlocking)
    expect(open(kept)).toEqual([])
    expect(open(withChanges(kept, { '/patients/0/dateOfBirth': '1991-05-06' }))).toMatchObject([
      { rule: 'file-of-another' },
    ])
  })

  it('is no warning of a benefits verification, whose packet leaves it out', () => {
    const verification = withChanges(completeOrder(), { ...ada, '/isVOB': true })
    expect(pointsOf(verification, { uploads })).not.toContain(WARNING)
  })
})

test.each<[string, Partial<typeof LINH>, Partial<typeof LINH>, boolean]>([
  ['nobody was named', { firstName: '', lastName: '', dateOfBirth: '' }, {}, true],
  ['half of the name was typed', { firstName: 'Li', lastName: '', dateOfBirth: '' }, {}, true],
  ['the patient was named', {}, { firstName: 'Linhh' }, false],
  ['another was named in part', { dateOfBirth: '' }, { firstName: 'Ada', lastName: 'Lind' }, false],
])(
  'a file is the patient’s who is named later, where %s when it was uploaded',
  (_when, then, now, isNamed) => {
    const order = withChanges(completeOrder(), named({ ...LINH, ...now }))
    const uploads = [{ id: 7, filename: 'report.pdf', uploadedFor: { ...LINH, ...then } }]
    expect(filesToName(order, uploads)).toEqual(isNamed ? [7] : [])
  },
)
