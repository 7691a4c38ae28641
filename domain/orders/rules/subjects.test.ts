import { describe, expect, test } from 'vitest'
import { blankDeceased } from '../deceased.ts'
import type { OrderDocument } from '../document.ts'
import { blankGuardian } from '../guardian.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import type { SubjectKind } from '../subject.ts'
import { offeredForInWords } from '../test-subjects.ts'
import { completeOrder, stateRuleOf, withChanges } from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'

/** `error /path rule` and `warning …` of each point. */
function points(document: OrderDocument, context: RuleContext = PRENATAL_CONTEXT): string[] {
  return openPoints(document, context).map(({ severity, path, rule }) => `${severity} ${path} ${rule}`)
}
/** The points that the changes to an order without any add. */
const after = (changes: Record<string, unknown>, order = twins()) => points(withChanges(order, changes))

describe('a person who has died', () => {
  const died = (more: object) => ({
    '/patients/0/deceased': { ...blankDeceased(), authorizedBy: 'Mai Nguyễn', ...more },
  })
  const at = '/patients/0/deceased'
  test.each<[string, Record<string, unknown>, string[]]>([
    ['exact', died({ deathPrecision: 'Exact', dateOfDeath: '2026-11-01' }), []],
    ['the month', died({ deathPrecision: 'Month', dateOfDeath: '2026-10' }), []],
    ['the year', died({ deathPrecision: 'Year', dateOfDeath: '2026' }), []],
    ['unknown', died({ deathPrecision: 'Unknown' }), []],
    ['neither a date nor unknown', died({}), [`error ${at}/deathPrecision required`]],
    ['exact, without a date', died({ deathPrecision: 'Exact' }), [`error ${at}/dateOfDeath required`]],
    [
      'a year that is to be a day',
      died({ deathPrecision: 'Exact', dateOfDeath: '2026' }),
      [`error ${at}/dateOfDeath date`],
    ],
    [
      'before birth',
      died({ deathPrecision: 'Year', dateOfDeath: '2018' }),
      [`error ${at}/dateOfDeath conflicts`],
    ],
    [
      'in the future',
      died({ deathPrecision: 'Month', dateOfDeath: '2026-12' }),
      [`error ${at}/dateOfDeath conflicts`],
    ],
    ['a child who lived an hour', { ...died({ deathPrecision: 'Exact', dateOfDeath: '2019-03-14' }) }, []],
    [
      'nobody authorizes',
      died({ deathPrecision: 'Unknown', authorizedBy: '' }),
      [`warning ${at}/authorizedBy authorized`],
    ],
  ])('[SUBJ-01] date of death: %s', (_, changes, expected) => {
    expect(points(withChanges(completeOrder(), changes))).toEqual(expected)
  })
})

describe('who signs', () => {
  const signer = (more: object) => ({ '/patients/0/guardian': { ...blankGuardian(), ...more } })
  const parent = { signingReason: 'Minor', firstName: 'Mai', lastName: 'Nguyễn', authority: 'Parent' }
  const at = '/patients/0/guardian'
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a parent of a minor', signer(parent), []],
    ['a parent without a name', signer({ ...parent, firstName: '' }), [`error ${at}/firstName required`]],
    [
      'a guardian without a document',
      signer({ ...parent, authority: 'Legal guardian' }),
      [`warning ${at}/authorityEvidence authority`],
    ],
    [
      'the mother of an adult without capacity',
      signer({ ...parent, signingReason: 'No capacity' }),
      [`warning ${at}/authorityEvidence authority`],
    ],
    [
      'the same with a court order',
      signer({ ...parent, signingReason: 'No capacity', authorityEvidence: 'Court order 12-3' }),
      [],
    ],
    ['a minor who may sign', signer({ signingReason: 'May sign', authorityEvidence: 'Emancipated' }), []],
    [
      'a minor who may sign, unexplained',
      signer({ signingReason: 'May sign' }),
      [`warning ${at}/authorityEvidence authority`],
    ],
    ['no reason', signer({ ...parent, signingReason: '' }), [`error ${at}/signingReason required`]],
  ])('[SUBJ-06] %s', (_, changes, expected) => {
    expect(points(withChanges(completeOrder(), changes))).toEqual(expected)
  })
})

test.each<[string, string, object, string[]]>([
  ['a parent of a patient who is 18 tomorrow', '2008-11-21', { authority: 'Parent' }, []],
  ['a parent of a patient who is 18 today', '2008-11-20', { authority: 'Parent' }, ['of-age']],
  ['an adult as a minor who may sign', '1990-01-01', { signingReason: 'May sign' }, ['of-age']],
  ['the guardian of an adult without capacity', '1990-01-01', { signingReason: 'No capacity' }, []],
])('[SUBJ-06] nobody signs for an adult because of their age: %s', (_, dateOfBirth, more, expected) => {
  const guardian = { ...blankGuardian(), signingReason: 'Minor', firstName: 'Mai', lastName: 'Nguyễn' }
  const document = withChanges(completeOrder(), {
    '/patients/0/dateOfBirth': dateOfBirth,
    '/patients/0/guardian': {
      ...guardian,
      authority: 'Legal guardian',
      authorityEvidence: 'Order 12-3',
      ...more,
    },
  })
  const consentLaw = { states: [stateRuleOf('*', 'majority-age', { value: '18' })], conflicts: [] }
  const rules = openPoints(document, { ...PRENATAL_CONTEXT, consentLaw }).map(({ rule }) => rule)
  expect(rules).toEqual(expected)
  // At death a person was as old as then.
  const deceased = { ...blankDeceased(), deathPrecision: 'Year', dateOfDeath: '2020', authorizedBy: 'Mai' }
  const died = withChanges(document, { '/patients/0/deceased': deceased })
  expect(openPoints(died, { ...PRENATAL_CONTEXT, consentLaw }).map(({ rule }) => rule)).not.toContain(
    'of-age',
  )
})

describe('tests for adults or newborns only', () => {
  const of = (testCode: string, born: string, changes = {}) =>
    points(
      withChanges(completeOrder(), {
        '/tests/0': { ...completeOrder().tests[0], testCode },
        '/patients/0/sex': testCode === '2008' ? 'Female' : 'Male',
        '/patients/0/dateOfBirth': born,
        '/consents': [],
        ...changes,
      }),
    )
  const age = ['warning /tests/0/testCode age']

  test('[SUBJ-06] say so of a patient of another age, by the day', () => {
    expect(of('2008', '2008-11-20')).toEqual([])
    expect(of('2008', '2008-11-21')).toEqual(age)
    expect(of('2009', '2026-10-24', { '/samples/0/dateOfCollection': '' })).toEqual([])
    expect(of('2009', '2026-10-23', { '/samples/0/dateOfCollection': '' })).toEqual(age)
  })

  test('[SUBJ-06] are named in one wording', () => {
    expect(offeredForInWords({ fromAge: '18y', untilAge: '', label: 'Adults only' })).toBe(
      'Adults only (from 18 years)',
    )
    expect(offeredForInWords({ fromAge: '', untilAge: '1m', label: 'Newborns only' })).toBe(
      'Newborns only (under 1 month)',
    )
    expect(offeredForInWords(null)).toBe('')
  })

  test('[SUBJ-06] say so of a fetus, and take the age at death', () => {
    expect(after({ '/tests/0': { ...twins().tests[0], testCode: '2008' } })).toContain(age[0])
    const deceased = { ...blankDeceased(), deathPrecision: 'Year', dateOfDeath: '2020', authorizedBy: 'Mai' }
    expect(of('2008', '2008-11-20', { '/patients/0/deceased': deceased })).toEqual(age)
  })
})

describe('tests for one kind of subject', () => {
  const offeredFor = (kinds: readonly SubjectKind[]) => ({
    ...PRENATAL_CONTEXT,
    tests: PRENATAL_CONTEXT.tests.map((test) => ({
      ...test,
      subjects: { ages: null, gestation: [], kinds },
    })),
  })
  const found = (document: OrderDocument, kinds: readonly SubjectKind[]) =>
    openPoints(document, offeredFor(kinds)).filter(({ rule }) => rule === 'subject')

  test('[SUBJ-01] say so of another, whose result would be filed as somebody else’s', () => {
    const [point] = found(completeOrder(), ['loss'])
    expect(point).toMatchObject({ severity: 'warning', path: '/tests/0/testCode' })
    expect(point?.message).toContain(
      'is offered for a pregnancy loss, and this order is for a living patient',
    )
    expect(found(completeOrder(), ['living'])).toEqual([])
    expect(found(twins(), ['loss'])[0]?.message).toContain('is for a fetus')
    expect(found(twins(), ['fetus', 'loss'])).toEqual([])
  })

  test('[SUBJ-01] do not hinder a benefits verification, which tests nobody', () => {
    expect(found({ ...completeOrder(), isVOB: true }, ['loss'])).toEqual([])
  })
})
