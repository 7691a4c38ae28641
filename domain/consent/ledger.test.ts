import { describe, expect, it, test } from 'vitest'
import { PROBAND, type Sample } from '../orders/document.ts'
import {
  completeOrder,
  sampleOf,
  stateRuleOf,
  TESTED_MOTHER,
  withChanges,
} from '../orders/testing/complete-order.ts'
import { confirmationsAfter, confirmedContent } from './confirmation.ts'
import { consentWordings } from './consent-wording.ts'
import { confirmedInWords, givenInWords, retentionInWords, TEXT_NOT_KNOWN } from './in-words.ts'
import { type ConsentWithdrawal, consentLedger } from './ledger.ts'
import { blankRecord, type ConsentRecord, recordOf, withRecord } from './record.ts'
import { type ConsentText, textOn } from './texts.ts'
import { stopsTesting, withdrawable } from './withdrawal.ts'

const DAY = '2026-11-20'
const submitted = { by: 'Maren Oduya', at: new Date('2026-11-20T15:00:00Z') }
const text = (more: Partial<ConsentText>): ConsentText => ({
  ...{ version: '1', language: 'en', jurisdiction: '', validFrom: '2020-01-01', validTo: null, list: '' },
  ...{ title: 'Consent for genetic testing', text: 'Words' },
  ...more,
})
const question = (id: string, texts: ConsentText[] = []) => ({
  id,
  title: id,
  text: `Today’s words of ${id}`,
  texts,
})
const record = (more: Partial<ConsentRecord>): ConsentRecord => ({
  ...blankRecord(PROBAND),
  ...{ signer: 'patient', signedOn: '2026-11-17', method: 'paper' },
  ...more,
})

describe('[CNST-01] the wording that is kept with an order', () => {
  const versions = [
    text({ version: '1', validTo: '2025-12-31', text: 'First' }),
    text({ version: '2', validFrom: '2026-01-01', text: 'Second' }),
    text({ version: '2', validFrom: '2026-01-01', language: 'es', title: 'Consentimiento', text: 'Segundo' }),
    text({ version: 'NY-1', validFrom: '2026-01-01', jurisdiction: 'NY', text: 'By New York law' }),
  ]
  const wordsFor = (changes: Record<string, unknown>, more: object = {}) =>
    consentWordings(withChanges(completeOrder(), changes), [{ consents: [question('testing', versions)] }], {
      ...{ day: DAY, institutionState: 'OH' },
      ...more,
    }).questions.map(({ version, language, text: words, people }) => [version, language, words, people])

  test.each([
    ['of the day of submission', {}, ['2', 'en', 'Second', undefined]],
    [
      'of the day of the signature',
      { '/consentRecords': [record({ signedOn: '2025-05-01' })] },
      ['1', 'en', 'First', undefined],
    ],
    [
      'in the language of the form',
      { '/consentRecords': [record({ language: 'es' })] },
      ['2', 'es', 'Segundo', undefined],
    ],
    [
      'in English, where there is none in the language',
      { '/consentRecords': [record({ language: 'vi' })] },
      ['2', 'en', 'Second', undefined],
    ],
    ['of the state', { '/patients/0/addresses/0/state': 'NY' }, ['NY-1', 'en', 'By New York law', undefined]],
    ['of the version that is named', { '/consents/0/version': '1' }, ['1', 'en', 'First', undefined]],
  ])('is that %s', (_what, changes, words) => expect(wordsFor(changes)).toEqual([words]))

  it('names the people, if they were asked in different words', () => {
    const changes = {
      ...TESTED_MOTHER,
      '/consentRecords': [record({ patient: 'relative-1', language: 'es' })],
    }
    expect(wordsFor(changes)).toEqual([
      ['2', 'en', 'Second', ['proband']],
      ['2', 'es', 'Segundo', ['relative-1']],
    ])
  })

  it('is the catalogue’s text without a version, if it has none', () => {
    const kept = consentWordings(completeOrder(), [{ consents: [question('testing')] }], { day: DAY })
    expect(kept).toEqual({
      questions: [{ id: 'testing', title: 'testing', text: 'Today’s words of testing' }],
    })
  })

  it('has gaps between versions', () =>
    expect(textOn([text({ validTo: '2021-01-01' })], { language: 'en', state: '', day: DAY })).toBeNull())
})

interface Retained {
  institutionState?: string
  withdrawals?: ConsentWithdrawal[]
  onFile?: Sample | null
}

describe('[CNST-03] New York’s 60 days', () => {
  const law = {
    states: [stateRuleOf('NY', 'retention-days', { value: '60', consent: 'secondary-findings' })],
    conflicts: [],
  }
  const retained = (
    changes: Record<string, unknown>,
    { institutionState = 'OH', withdrawals = [], onFile = null }: Retained = {},
  ) => {
    const document = withChanges(completeOrder(), { '/samples/0/dateOfCollection': '2026-03-03', ...changes })
    const wordings = consentWordings(document, [{ consents: [question('testing')] }], {
      law,
      institutionState,
      ...{ day: DAY, onFile },
    })
    const [one] = consentLedger({ document, wordings, confirmed: [], submitted, withdrawals })
    return one ? retentionInWords(one) : ''
  }
  const newYork = { '/patients/0/addresses/0/state': 'New York' }

  it('end on 2 May for a specimen collected on 3 March, whenever it is reported', () =>
    expect(retained(newYork)).toBe(
      'The specimen is destroyed by 2 May 2026: 60 days after collection (New York)',
    ))
  it('count from the collection of the specimen at the laboratory, of a test added on it', () => {
    const added = {
      ...newYork,
      '/addOn': { orderId: 3, sampleId: 4, labNumber: '', kind: 'add-on' },
      '/samples': [],
    }
    const onFile = (dateOfCollection: string) => sampleOf(PROBAND, '3-s1', { dateOfCollection })
    expect(retained(added, { onFile: onFile('2026-03-03') })).toContain('2 May 2026')
    expect(retained(added, { onFile: onFile('') })).toBe(
      'The specimen is destroyed 60 days after collection (New York)',
    )
    // The first of several counts.
    const both = { ...added, '/samples': [sampleOf(PROBAND, 's1', { dateOfCollection: '2026-04-01' })] }
    expect(retained(both, { onFile: onFile('2026-03-03') })).toContain('2 May 2026')
  })
  it('apply to a specimen collected in the state', () =>
    expect(retained({}, { institutionState: 'NY' })).toContain('2 May 2026'))
  it('do not apply elsewhere', () => expect(retained({})).toBe(''))
  it('do not apply to a person who agreed that it is kept', () =>
    expect(retained({ ...newYork, '/consents/1/answer': true })).toBe(''))
  it('apply again once that person withdrew it, and not for another consent that is withdrawn', () => {
    const withdrawn = (...items: string[]): Retained => ({
      withdrawals: [
        {
          ...{ patient: PROBAND, items, on: '2026-11-25', reason: 'Changed mind' },
          ...{ by: 'Ada', at: '2026-11-25T10:00:00Z' },
        },
      ],
    })
    const agreed = { ...newYork, '/consents/1/answer': true }
    expect(retained(agreed, withdrawn('testing', 'secondary-findings'))).toContain('2 May 2026')
    expect(retained(agreed, withdrawn('testing'))).toBe('')
    expect(retained(newYork, withdrawn('testing'))).toContain('2 May 2026')
  })
  it('count for a mother’s consent from her fetus’s specimen, which is collected first', () => {
    const fetal = { key: 's9', patient: 'fetus-1', dateOfCollection: '2026-03-01' }
    expect(retained({ ...newYork, '/samples/1': { ...completeOrder().samples[0], ...fetal } })).toContain(
      '30 Apr 2026',
    )
    expect(retained({ ...newYork, '/samples/0': { ...completeOrder().samples[0], ...fetal } })).toContain(
      '30 Apr 2026',
    )
  })
  it('have no date before the specimen is collected', () =>
    expect(retained({ ...newYork, '/samples/0/dateOfCollection': '' })).toBe(
      'The specimen is destroyed 60 days after collection (New York)',
    ))
})

describe('[CNST-02] who confirmed a person’s consents', () => {
  const user = (by: string, at = '2026-11-18T10:00:00.000Z') => ({ by, byId: 1, at })
  const open = withChanges(completeOrder(), { '/consents/0/reviewed': false })

  it('is nobody while an answer is pre-filled', () => {
    expect(confirmationsAfter(open, [], user('Ada'))).toEqual([])
    expect(confirmedContent(open, PROBAND)).toBeNull()
  })

  it('is the user who saved it first, until something changes', () => {
    const document = completeOrder()
    const first = confirmationsAfter(document, [], user('Ada'))
    expect(first).toMatchObject([{ patient: PROBAND, by: 'Ada' }])
    expect(confirmationsAfter(document, first, user('Bo'))).toEqual(first)
    const changed = withChanges(document, { '/consents/1/answer': true })
    expect(confirmationsAfter(changed, first, user('Bo'))).toMatchObject([{ by: 'Bo' }])
    const signed = withRecord(document, PROBAND, record({}))
    expect(confirmationsAfter(signed, first, user('Bo'))).toMatchObject([{ by: 'Bo' }])
    expect(confirmationsAfter(open, first, user('Bo'))).toEqual([])
  })

  it('is the same in whatever order a database returns the members', () => {
    const signed = withRecord(completeOrder(), PROBAND, record({}))
    const first = confirmationsAfter(signed, [], user('Ada'))
    const turned = Object.fromEntries(Object.entries(record({})).toReversed()) as unknown as ConsentRecord
    const reread = { ...signed, consentRecords: [turned] }
    expect(confirmationsAfter(reread, first, user('Bo'))).toEqual(first)
    // As it was stored until now.
    const answers = signed.consents.filter(({ patient }) => patient === PROBAND)
    const given = answers.map(({ consentId, answer }) => [consentId, answer, ''])
    const stored = [{ ...first[0], of: JSON.stringify([given, turned]) }] as typeof first
    expect(confirmationsAfter(signed, stored, user('Bo'))).toEqual(stored)
  })

  it('differs by person', () => {
    const family = withChanges(completeOrder(), { ...TESTED_MOTHER, '/consents/2/reviewed': false })
    const first = confirmationsAfter(family, [], user('Ada'))
    const both = confirmationsAfter(withChanges(family, { '/consents/2/reviewed': true }), first, user('Bo'))
    expect(both.map(({ patient, by }) => [patient, by])).toEqual([
      ['proband', 'Ada'],
      ['relative-1', 'Bo'],
    ])
  })
})

describe('the ledger', () => {
  const document = withRecord(completeOrder(), PROBAND, record({}))
  const ledger = (more: object = {}) =>
    consentLedger({
      ...{ document, wordings: null, confirmed: [], submitted, withdrawals: [] },
      ...more,
    })

  it('[CNST-01] states that the words of an old order are not known', () => {
    const [one] = ledger({ titles: [{ id: 'testing', title: 'Consent for genetic testing' }] })
    expect(one?.items.map(({ title, text: words, version }) => [title, words, version])).toEqual([
      ['Consent for genetic testing', null, ''],
      ['secondary-findings', null, ''],
    ])
    expect(TEXT_NOT_KNOWN).toBe('The text of that time is not known.')
  })

  it('[CNST-02] describes signer, authority, day and method, and who attests otherwise', () => {
    const [signed] = ledger()
    expect(signed && givenInWords(signed)).toBe('Signed by Linh Nguyễn, 17 Nov 2026, on paper')
    const guardian = record({
      ...{
        signer: 'legal-guardian',
        signerName: 'Rosa Diaz',
        relation: 'mother',
        evidence: 'court order 26-118',
      },
      ...{ method: 'verbal', witness: 'Bo Vance', interpreter: 'Ana Ruiz', assent: 'unable' },
    })
    const [one] = ledger({ document: withRecord(completeOrder(), PROBAND, guardian) })
    expect(one && givenInWords(one)).toBe(
      'Given by Rosa Diaz (mother), legal guardian, authority: court order 26-118, 17 Nov 2026, verbally, witness: Bo Vance, interpreter: Ana Ruiz, assent: not possible (age or capacity)',
    )
    const [attested] = ledger({ document: completeOrder() })
    expect(attested && givenInWords(attested)).toBe('Attested by Maren Oduya on 20 Nov 2026')
    const [confirmed] = ledger({
      confirmed: [{ patient: PROBAND, by: 'Ada', byId: 1, at: '2026-11-18T18:00:00Z', of: '' }],
    })
    expect(confirmed && confirmedInWords(confirmed)).toBe('Confirmed by Ada on 18 Nov 2026')
  })

  it('[CNST-05] keeps the first answer beside its withdrawal, and offers the rest', () => {
    const withdrawal = {
      ...{ patient: PROBAND, items: ['testing'], on: '2026-11-25', reason: 'Changed mind' },
      ...{ by: 'Ada', at: '2026-11-25T10:00:00Z' },
    }
    const agreed = withChanges(document, { '/consents/1/answer': true })
    const [before] = ledger({ document: agreed })
    const [since] = ledger({ document: agreed, withdrawals: [withdrawal] })
    if (!before || !since) return expect.fail('nobody consented')
    expect(since.items[0]).toMatchObject({ answer: true, withdrawn: { on: '2026-11-25', by: 'Ada' } })
    const running = { state: 'in-process' as const, hasPendingTest: false, reportedFor: [] }
    const titled = {
      ...before,
      items: before.items.map((item) => ({ ...item, isTesting: item.id === 'testing' })),
    }
    expect(withdrawable(titled, running)).toEqual(['testing', 'secondary-findings'])
    expect(withdrawable(since, running)).toEqual(['secondary-findings'])
    const reported = { ...running, state: 'reported' as const }
    expect(withdrawable(titled, reported)).toEqual(['secondary-findings'])
    const pending = { ...reported, hasPendingTest: true }
    expect(withdrawable(titled, pending)).toEqual(['testing', 'secondary-findings'])
    expect(withdrawable(titled, { ...pending, reportedFor: [PROBAND] })).toEqual(['secondary-findings'])
    expect(withdrawable(titled, { ...running, reportedFor: [PROBAND] })).toEqual(['secondary-findings'])
    expect(withdrawable(titled, { ...running, state: 'draft' })).toEqual([])
    expect(stopsTesting(titled, ['testing'])).toBe(true)
    expect(stopsTesting(titled, ['secondary-findings'])).toBe(false)
  })
})

it('a document without records has no such part', () => {
  const document = completeOrder()
  const signed = withRecord(document, PROBAND, record({}))
  expect(recordOf(signed, PROBAND)).toMatchObject({ signer: 'patient' })
  expect(withRecord(signed, PROBAND, null)).toEqual(document)
  expect(withRecord(document, PROBAND, null)).toBe(document)
})
