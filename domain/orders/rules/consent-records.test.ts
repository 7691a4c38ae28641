import { describe, expect, it } from 'vitest'
import type { ConsentLaw } from '../../consent/law.ts'
import { blankRecord, type ConsentRecord } from '../../consent/record.ts'
import type { ConsentText } from '../../consent/texts.ts'
import { blankDeceased } from '../deceased.ts'
import { blankPatient, PROBAND } from '../document.ts'
import { blankGuardian } from '../guardian.ts'
import { openPoints } from '../readiness.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'
import {
  CATALOGUE,
  completeOrder,
  MOTHER,
  stateRuleOf,
  TESTED_MOTHER,
  withChanges,
} from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from '../testing/rows.ts'

const LAW: ConsentLaw = {
  states: [
    stateRuleOf('*', 'majority-age', { value: '18' }),
    stateRuleOf('NE', 'majority-age', { value: '19' }),
    stateRuleOf('*', 'assent-age', { value: '7' }),
    stateRuleOf('NY', 'written'),
    stateRuleOf('VT', 'attestation'),
    stateRuleOf('VT', 'attestation', { state: 'ME', validTo: '2020-12-31' }),
  ],
  conflicts: [],
}
const text = (version: string, validFrom: string, validTo: string | null = null): ConsentText => ({
  ...{ version, validFrom, validTo, language: 'en', jurisdiction: '', list: '' },
  ...{ title: 'Consent for genetic testing', text: `Words of version ${version}` },
})
const VERSIONED: readonly OrderableTest[] = CATALOGUE.map((test) => ({
  ...test,
  consents: test.consents.map((one) =>
    one.id === 'testing'
      ? { ...one, texts: [text('1', '2020-01-01', '2025-12-31'), text('2', '2026-01-01')] }
      : one,
  ),
}))
const WITH: Partial<RuleContext> = { consentLaw: LAW }
const TEXTS: Partial<RuleContext> = { ...WITH, tests: VERSIONED }

/** Born on 14 March 2019; the specimen was collected on 18 November 2026. */
const record = (more: Partial<ConsentRecord> = {}): ConsentRecord => ({
  ...blankRecord(PROBAND),
  ...{ signer: 'parent', signerName: 'Mai Nguyễn', relation: 'mother', signedOn: '2026-11-17' },
  ...{ method: 'paper', assent: 'given' },
  ...more,
})
const recorded = (more: Partial<ConsentRecord> = {}) => ({ '/consentRecords': [record(more)] })
const ADULT = { '/patients/0/dateOfBirth': '1990-03-14' }
const state = '/patients/0/addresses/0/state'
const at = 'consents /consentRecords/0'

const TABLES: Record<string, Row[]> = {
  '[CNST-02] the signer': [
    ['a parent, on paper, with the child’s assent', recorded(), [], WITH],
    [
      'nothing entered yet',
      { '/consentRecords': [blankRecord(PROBAND)] },
      [`${at}/signer required`, `${at}/signedOn required`, `${at}/method required`],
      WITH,
    ],
    [
      'an adult patient',
      { ...ADULT, ...recorded({ signer: 'patient', signerName: '', assent: '' }) },
      [],
      WITH,
    ],
    ['a minor', recorded({ signer: 'patient', signerName: '' }), [`${at}/signer minor`], WITH],
    [
      '[SUBJ-06] another person than the order names',
      {
        ...recorded(),
        '/patients/0/guardian': {
          ...{ ...blankGuardian(), signingReason: 'Minor', firstName: 'Bao', lastName: 'Nguyễn' },
          authority: 'Parent',
        },
      },
      [`${at}/signer signer-differs?`],
      WITH,
    ],
    [
      '[SUBJ-06] the person that the order names',
      {
        ...recorded(),
        '/patients/0/guardian': {
          ...{ ...blankGuardian(), signingReason: 'Minor', firstName: 'Mai', lastName: 'Nguyễn' },
          authority: 'Parent',
        },
      },
      [],
      WITH,
    ],
    ['a minor who may sign alone', recorded({ signer: 'patient', signsAlone: true }), [], WITH],
    [
      '18 years old, where 19 is of age',
      {
        ...recorded({ signer: 'patient' }),
        '/patients/0/dateOfBirth': '2008-03-14',
        [state]: 'Nebraska',
        '/patients/0/addresses/0/postalCode': '',
      },
      [`${at}/signer minor`],
      WITH,
    ],
    ['a parent of an adult', { ...ADULT, ...recorded({ assent: '' }) }, [`${at}/signer adult?`], WITH],
    ['somebody without a name', recorded({ signerName: ' ' }), [`${at}/signerName required`], WITH],
    [
      'a person without a specimen',
      { '/patients/1': MOTHER, '/consentRecords': [record({ patient: 'relative-1' })] },
      [`${at}/patient unknown`],
      WITH,
    ],
    [
      'twice',
      { '/consentRecords': [record(), record()] },
      ['consents /consentRecords/1/patient repeated'],
      WITH,
    ],
    [
      'a mother for herself, beside her child’s',
      {
        ...TESTED_MOTHER,
        '/consentRecords': [record(), record({ patient: 'relative-1', signer: 'patient' })],
      },
      [],
      WITH,
    ],
  ],
  '[CNST-02] authority and assent': [
    [
      'a guardian without evidence',
      recorded({ signer: 'legal-guardian' }),
      [`${at}/evidence authority?`],
      WITH,
    ],
    [
      'a health care agent without evidence',
      { ...ADULT, ...recorded({ signer: 'health-care-agent' }) },
      [`${at}/evidence authority?`],
      WITH,
    ],
    ['a child who refused', recorded({ assent: 'refused' }), [`${at}/assent assent-refused?`], WITH],
    [
      'an adult who refused in childhood',
      { ...ADULT, ...recorded({ signer: 'patient', signerName: '', assent: 'refused' }) },
      [],
      WITH,
    ],
    ['no assent at seven', recorded({ assent: '' }), [`${at}/assent assent?`], WITH],
    ['no assent at six', { ...recorded({ assent: '' }), '/patients/0/dateOfBirth': '2020-03-14' }, [], WITH],
    [
      'a laboratory without ages',
      recorded({ assent: '', signer: 'patient' }),
      [],
      { consentLaw: { states: [], conflicts: [] } },
    ],
  ],
  '[CNST-02] day and method': [
    [
      'signed in the future',
      recorded({ signedOn: '2026-11-21' }),
      [`${at}/signedOn date`, `${at}/signedOn signed-late?`],
      WITH,
    ],
    ['signed after collection', recorded({ signedOn: '2026-11-19' }), [`${at}/signedOn signed-late?`], WITH],
    ['signed on the day of collection', recorded({ signedOn: '2026-11-18' }), [], WITH],
    ['verbal without a witness', recorded({ method: 'verbal' }), [`${at}/witness required`], WITH],
    ['verbal with a witness', recorded({ method: 'verbal', witness: 'Bo Vance' }), [], WITH],
  ],
  '[CNST-03] what a state requires': [
    [
      'verbal in a state that wants writing',
      { ...recorded({ method: 'verbal', witness: 'Bo Vance' }), [state]: 'NY' },
      [`${at}/method written`],
      WITH,
    ],
    [
      'verbal at a clinic in that state',
      recorded({ method: 'verbal', witness: 'Bo Vance' }),
      [`${at}/method written`],
      { ...WITH, institutionState: 'NY' },
    ],
    [
      'neither a signature nor an attestation',
      { [state]: 'VT', '/patients/0/addresses/0/postalCode': '' },
      ['consents /consents/proband/record attestation'],
      { ...WITH, attested: false },
    ],
    [
      'an attestation',
      { [state]: 'VT', '/patients/0/addresses/0/postalCode': '' },
      [],
      { ...WITH, attested: true },
    ],
    [
      'a recorded signature',
      { ...recorded(), [state]: 'VT', '/patients/0/addresses/0/postalCode': '' },
      [],
      { ...WITH, attested: false },
    ],
    [
      'a state whose rule has ended',
      { [state]: 'ME', '/patients/0/addresses/0/postalCode': '' },
      [],
      { ...WITH, attested: false },
    ],
    ['another state', {}, [], { ...WITH, attested: false }],
  ],
  '[CNST-01] the version that was signed': [
    ['today’s', recorded(), [], TEXTS],
    [
      'the older one, while it was in use',
      recorded({ signedOn: '2025-06-01' }),
      [`${at}/signedOn version-older?`],
      TEXTS,
    ],
    [
      'the older one, after its end',
      { ...recorded(), '/consents/0/version': '1' },
      ['consents /consents/proband/testing version-retired'],
      TEXTS,
    ],
    [
      'one that does not exist',
      { ...recorded(), '/consents/0/version': '9' },
      ['consents /consents/proband/testing version-unknown'],
      TEXTS,
    ],
  ],
}
describeRows(TABLES)

describe('[CNST-02] an adult with a guardian', () => {
  it('names the guardian, the court order and the assent that was not possible', () => {
    const guardian = record({
      ...{
        signer: 'legal-guardian',
        signerName: 'Rosa Diaz',
        relation: 'mother',
        evidence: 'Court order 26-118',
      },
      assent: 'unable',
    })
    const changes = { ...ADULT, '/consentRecords': [guardian] }
    expect(wordsOf(changes, WITH)).toEqual([])
    expect(wordsOf({ ...changes, '/consentRecords/0/evidence': '' }, WITH)[0]).toMatch(
      /^The document that lets the signer decide for the patient is missing: .*court order/,
    )
  })
})

it('[CNST-02] a relative’s record is removed with the relative’s specimen', () => {
  const stray = {
    ...blankRecord('nobody'),
    signer: 'patient' as const,
    signedOn: '2026-11-17',
    method: 'paper' as const,
  }
  expect(
    wordsOf({ '/consentRecords': [stray], '/patients/1': blankPatient('Mother', 'relative-1') }, WITH),
  ).toContain('This is the consent of a person without a specimen in this order: remove it')
})

it('[CNST-02] a person who died does not sign: an executor does', () => {
  const died = { ...ADULT, '/patients/0/deceased': blankDeceased() }
  const signedBy = (more: Partial<ConsentRecord>) =>
    pointsOf(withChanges(completeOrder(), { ...died, ...recorded({ assent: '', ...more }) }), WITH).filter(
      (one) => one.startsWith('consents '),
    )
  expect(signedBy({ signer: 'patient' })).toEqual([`${at}/signer deceased`])
  expect(signedBy({ signer: 'executor', evidence: 'Probate 17' })).toEqual([])
  expect(signedBy({ signer: 'next-of-kin' })).toEqual([])
  const proxy = { signer: 'health-care-agent', evidence: 'Proxy of 2020' } as const
  expect(signedBy(proxy)).toEqual([`${at}/signer after-death?`])
  // What was consented to in life stays so.
  for (const [dateOfDeath, signedOn, expected] of [
    ['2026-11-18', '2026-11-17', []],
    ['2026-11', '2026-11-17', []],
    ['2026-11-16', '2026-11-17', ['deceased', 'after-death?']],
    ['2025', '2026-11-17', ['deceased', 'after-death?']],
  ] as const) {
    died['/patients/0/deceased'] = { ...blankDeceased(), dateOfDeath }
    const found = [{ signer: 'patient' } as const, proxy].flatMap((one) => signedBy({ ...one, signedOn }))
    expect(found).toEqual(expected.map((rule) => `${at}/signer ${rule}`))
  }
})

it('[CNST-02] a child who died is not asked for assent, nor counted as grown since, unless the consent is from before', () => {
  const consentPoints = (more: Partial<ConsentRecord>, born = '2019-03-14') => {
    const died = {
      ...{ '/patients/0/dateOfBirth': born },
      '/patients/0/deceased': { ...blankDeceased(), dateOfDeath: '2026-11-16' },
    }
    return pointsOf(withChanges(completeOrder(), { ...died, ...recorded(more) }), WITH).filter((one) =>
      one.startsWith('consents '),
    )
  }
  expect(consentPoints({ assent: '' })).toEqual([])
  expect(consentPoints({ assent: 'refused' })).toEqual([])
  expect(consentPoints({ assent: '', signedOn: '2026-11-15' })).toEqual([`${at}/assent assent?`])
  // Died at 17, the day before the birthday, and a parent signed on it.
  expect(consentPoints({ assent: '' }, '2008-11-17')).toEqual([])
})

it.each(['executor', 'next-of-kin'] as const)(
  '[CNST-02] who represents somebody after their death does not sign for the living without a reason: %s',
  (signer) => {
    const order = withChanges(completeOrder(), {
      ...ADULT,
      ...recorded({ assent: '', signer, evidence: 'Will' }),
    })
    expect(pointsOf(order, WITH).filter((one) => one.startsWith('consents '))).toEqual([
      `${at}/signer alive?`,
    ])
  },
)

it('[CNST-02] a mother who signs after her fetus’s specimen was collected signs late, whatever the day of her own', () => {
  const { tests, consents } = completeOrder()
  const order = { ...twins(), tests, consents }
  const signedOn = (day: string) => {
    const record = { ...blankRecord(PROBAND), signer: 'patient', signedOn: day, method: 'paper' } as const
    const samples = order.samples.map((one) =>
      one.patient === PROBAND ? { ...one, dateOfCollection: '' } : one,
    )
    return openPoints({ ...order, samples, consentRecords: [record] }, PRENATAL_CONTEXT)
      .map(({ rule }) => rule)
      .filter((rule) => rule === 'signed-late')
  }
  expect(signedOn('2026-11-19')).toEqual(['signed-late'])
  expect(signedOn('2026-11-18')).toEqual([])
})
