import { describe, expect, it, test } from 'vitest'
import { RELATIONSHIPS, SEXES } from '../../lookups.ts'
import { blankTest } from '../document.ts'
import { openPoints } from '../readiness.ts'
import { forAnotherTest, sexAndGenderLines } from '../sex-and-gender.ts'
import { CONTEXT, completeOrder, FATHER, MOTHER, withChanges } from '../testing/complete-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const patient = '/patients/0'
const FOR_WOMEN = { '/tests/1': blankTest('2008') }
const warning = [`patient ${patient}/sex one-sex-test?`]
const described = (sexAndGender: object) => ({ [`${patient}/sexAndGender`]: sexAndGender })
const ofMother = (sexAndGender: object) => ({ '/patients/1': { ...MOTHER, sexAndGender } })

const TABLES: Record<string, Row[]> = {
  'a test for women, recorded sex male': [
    ['without a reason', { ...FOR_WOMEN, [`${patient}/sex`]: 'Male' }, warning],
    [
      'with the sex for clinical use and its context',
      {
        ...FOR_WOMEN,
        [`${patient}/sex`]: 'Male',
        ...described({ clinicalSex: 'Female-typical', clinicalSexComment: 'Ovaries present' }),
      },
      [],
    ],
    [
      'with the sex for clinical use alone',
      { ...FOR_WOMEN, [`${patient}/sex`]: 'Male', ...described({ clinicalSex: 'Female-typical' }) },
      warning,
    ],
    [
      'with the other sex for clinical use',
      {
        ...FOR_WOMEN,
        [`${patient}/sex`]: 'Male',
        ...described({ clinicalSex: 'Male-typical', clinicalSexComment: 'No ovaries' }),
      },
      warning,
    ],
  ],
  'what is answered': [
    ['everything of the patient', described({ genderIdentity: 'Nonbinary', pronouns: 'they/them' }), []],
    ['undetermined at birth', described({ assignedAtBirth: 'Intersex or undetermined' }), []],
    ['karyotype of a relative', ofMother({ karyotype: '46,XX', assignedAtBirth: 'Female' }), []],
    [
      'gender identity of a relative',
      ofMother({ genderIdentity: 'Female', pronouns: 'she/her' }),
      [
        'patient /patients/1/sexAndGender/genderIdentity conflicts',
        'patient /patients/1/sexAndGender/pronouns conflicts',
      ],
    ],
    [
      'a clinical sex that refers to a missing comment',
      described({ clinicalSex: 'See comment' }),
      [`patient ${patient}/sexAndGender/clinicalSexComment required`],
    ],
  ],
}
describeRows(TABLES)

describe('[SEXG-01] sex and relationship', () => {
  test('every relation can be entered with any sex: at most with a reason', () => {
    for (const relationship of RELATIONSHIPS.filter((one) => one !== 'Proband'))
      for (const sex of SEXES) {
        const document = withChanges(completeOrder(), {
          '/patients/1': { ...MOTHER, relationship, sex, dateOfBirth: '1990-07-01' },
        })
        const about = openPoints(document, CONTEXT).filter(({ path }) => path === '/patients/1/sex')
        expect(about.every(({ severity }) => severity === 'warning')).toBe(true)
      }
  })

  it('warns about a test for one sex with usual reasons, and is submitted with one of them', () => {
    const male = withChanges(completeOrder(), { ...FOR_WOMEN, [`${patient}/sex`]: 'Male' })
    const [point] = openPoints(male, CONTEXT)
    expect(point).toMatchObject({ severity: 'warning', rule: 'one-sex-test' })
    const [reason = ''] = point?.usualReasons ?? []
    expect(reason).toBe('Organ present: ovaries or uterus')
    const overrides = [{ key: point?.key ?? '', reason }]
    expect(openPoints({ ...male, overrides }, CONTEXT).filter((one) => one.reason === '')).toEqual([])
  })

  it('asks again when the recorded sex changes after the reason was given', () => {
    const both = { '/tests/1': blankTest('2008'), '/tests/2': blankTest('2009') }
    const female = withChanges(completeOrder(), both)
    const [point] = openPoints(female, CONTEXT)
    const overridden = { ...female, overrides: [{ key: point?.key ?? '', reason: 'XY karyotype' }] }
    const open = (document: typeof female) =>
      openPoints(document, CONTEXT).filter(({ reason }) => reason === '').length
    expect(open(overridden)).toBe(0)
    expect(open(withChanges(overridden, { [`${patient}/sex`]: 'Male' }))).toBe(1)
  })

  it('asks a father’s recorded sex once for both parents', () => {
    const parents = { '/patients/1': { ...FATHER, sex: 'Female' } }
    expect(wordsOf(parents)).toEqual([
      'The father’s sex is given as female. Check the sex and the relationship, or give a reason',
    ])
  })
})

it('keeps for another test what does not depend on the test', () => {
  const known = { karyotype: '46,XY', clinicalSex: 'Female-typical', clinicalSexComment: 'Ovaries' } as const
  expect(forAnotherTest({ sexAndGender: known })).toEqual({ sexAndGender: { karyotype: '46,XY' } })
  expect(forAnotherTest({ sexAndGender: { clinicalSex: 'Male-typical' } })).toEqual({})
})

describe('the examples', () => {
  it('orders a panel for a trans man with ovaries without an objection', () => {
    const document = withChanges(completeOrder(), {
      ...FOR_WOMEN,
      [`${patient}/sex`]: 'Male',
      ...described({
        ...{ nameToUse: 'Sam', pronouns: 'he/him', genderIdentity: 'Male', assignedAtBirth: 'Female' },
        ...{ clinicalSex: 'Female-typical', clinicalSexComment: 'Ovaries present; no hysterectomy' },
      }),
    })
    expect(pointsOf(document)).toEqual([])
    expect(sexAndGenderLines(document.patients[0] ?? {})).toContainEqual([
      'Sex for clinical use',
      'Female-typical (Ovaries present; no hysterectomy)',
    ])
  })

  it('takes a girl with a known karyotype of 46,XY', () => {
    const known = { karyotype: '46,XY', karyotypeSource: 'Microarray, 2024' }
    const document = withChanges(completeOrder(), described(known))
    expect(pointsOf(document)).toEqual([])
    expect(sexAndGenderLines(document.patients[0] ?? {})).toEqual([
      ['Known karyotype', '46,XY (Microarray, 2024)'],
    ])
  })

  it('takes a baby whose sex is undetermined', () => {
    const document = withChanges(completeOrder(), {
      ...described({ assignedAtBirth: 'Intersex or undetermined' }),
      [`${patient}/sex`]: 'Ambiguous',
    })
    expect(pointsOf(document)).toEqual([])
  })
})
