import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INSURED_CODES, toHolderOf } from '../orders/insured-codes.ts'
import { draftOf, LONGEST_NOTES, withOrder } from './draft.ts'
import type { EhrOrder } from './ehr-order.ts'
import { type Mapping, mapsOf } from './maps.ts'

const KNOWN = { tests: new Map([['1600', 'Exome']]), providers: new Map([['1234567893', 12]]) }
const code = (written: string, text = '', system = '') => ({ code: written, text, system })

const ORDER: EhrOrder = {
  ...{ control: 'new', controlCode: 'NW', group: '', tests: [[code('GEN1', 'Whole exome')]] },
  placer: { number: '7', namespace: 'E', universalId: '', universalIdType: '' },
  patient: {
    ...{ lastName: 'BERG', firstName: 'JON', dateOfBirth: '2019-03-14', sex: 'M', phone: '', email: '' },
    numbers: [{ number: 'M1', system: 'H', type: 'MR' }],
    address: {
      line1: '1 Lane',
      line2: '',
      city: 'Columbus',
      state: 'Ohio',
      postalCode: '43215',
      country: 'US',
    },
  },
  provider: {
    lastName: 'DALE',
    firstName: 'ROBIN',
    numbers: [{ number: '5551', system: 'Local', type: '' }],
  },
  specimen: { type: [code('BLD', 'Whole blood')], collectedOn: '2026-03-11' },
  ...{ diagnoses: [], insurance: [], answers: [], notes: [] },
}
const draft = (change: Partial<EhrOrder>, maps: Mapping[] = []) =>
  draftOf([{ ...ORDER, ...change }], mapsOf(maps), KNOWN)
const listed = (change: Partial<EhrOrder>, maps: Mapping[] = []) =>
  draft(change, maps).unmapped.map(({ kind, code }) => `${kind} ${code}`)

describe('a code', () => {
  test.each([
    ['test', 'gen1 ', '1600'],
    ['test', 'WHOLE EXOME', '1600'],
  ] as const)('of a %s means by %s what the map says', (kind, code, meaning) => {
    expect(draft({}, [{ kind, code, meaning }]).document.tests[0]).toMatchObject({
      testCode: '1600',
      testName: 'Exome',
    })
  })

  test('without a meaning is listed, left open and told in the notes', () => {
    const { document, unmapped } = draft({})
    expect(unmapped.map(({ kind }) => kind)).toEqual(['test', 'specimen', 'provider'])
    expect(document.tests[0]?.testCode).toBe('')
    expect(document.orderingProvider).toEqual({
      physicianId: null,
      npi: '',
      firstName: 'ROBIN',
      lastName: 'DALE',
    })
    expect(document.clinicalNotes).toBe(
      [
        'Ordered, not known here: Whole exome (GEN1)',
        'Specimen: Whole blood (BLD)',
        'Ordering provider named by the hospital: ROBIN DALE (5551)',
      ].join('\n'),
    )
  })

  test('of a test that cannot be ordered any more stays open', () => {
    expect(listed({}, [{ kind: 'test', code: 'GEN1', meaning: '9999' }])).toContain('test GEN1')
  })
})

describe('of several specimens', () => {
  const maps: Mapping[] = [
    { kind: 'specimen', code: 'BLD', meaning: 'Blood' },
    { kind: 'specimen', code: 'SAL', meaning: 'Saliva' },
  ]
  const specimen = (type: string, collectedOn: string) => ({
    type: type === '' ? [] : [code(type, type === 'SAL' ? 'Saliva' : 'Material')],
    collectedOn,
  })
  const told = (...[first, ...furtherSpecimens]: [string, string][]) => {
    const { document } = draft(
      {
        ...(first ? { specimen: specimen(...first) } : {}),
        furtherSpecimens: furtherSpecimens.map((one) => specimen(...one)),
      },
      maps,
    )
    const lines = document.clinicalNotes.split('\n').filter((line) => line.startsWith('Specimen'))
    return [...document.samples.map((one) => [one.specimenType, one.dateOfCollection]), ...lines]
  }

  test('the first is the sample, with its own day, and the others are told in the notes', () => {
    expect(told(['BLD', ''], ['SAL', '2026-03-12'])).toEqual([
      ['Blood', ''],
      'Specimen: Saliva (SAL), collected 2026-03-12',
    ])
    expect(told(['BLD', '2026-03-11'], ['BLD', '2026-03-12'], ['SAL', ''])).toEqual([
      ['Blood', '2026-03-11'],
      'Specimen: Material (BLD), collected 2026-03-12',
      'Specimen: Saliva (SAL)',
    ])
  })

  test('one whose type has no meaning here does not give its day to another', () => {
    expect(told(['HAIR', '2026-03-11'], ['BLD', ''])).toEqual([
      ['Blood', ''],
      'Specimen: Material (HAIR), collected 2026-03-11',
    ])
    expect(told(['HAIR', '2026-03-11'])).toEqual([['', '2026-03-11'], 'Specimen: Material (HAIR)'])
  })

  test('the same one, named again with more or less, is one', () => {
    expect(told(['BLD', ''], ['', '2026-03-11'], ['BLD', '2026-03-11'])).toEqual([['Blood', '2026-03-11']])
    expect(told(['BLD', '2026-03-11'], ['', '2026-03-12'])).toEqual([
      ['Blood', '2026-03-11'],
      'Specimen collected 2026-03-12',
    ])
  })

  test('that of an order that joins a draft gives it neither type nor day of another', () => {
    const before = (specimenType: string, dateOfCollection: string) => {
      const { document } = draft({ specimen: { type: [], collectedOn: '' } })
      return {
        ...document,
        samples: document.samples.map((one) => ({ ...one, specimenType, dateOfCollection })),
      }
    }
    const joined = (own: [string, string], added: [string, string]) => {
      const order = draft({ specimen: specimen(...added) }, maps).document
      const { samples, clinicalNotes } = withOrder(before(...own), order)
      return [
        ...samples.map((one) => [one.specimenType, one.dateOfCollection]),
        ...clinicalNotes.split('\n').filter((line) => line.startsWith('Specimen')),
      ]
    }
    expect(joined(['', ''], ['SAL', '2026-03-12'])).toEqual([['Saliva', '2026-03-12']])
    expect(joined(['Saliva', ''], ['SAL', '2026-03-12'])).toEqual([['Saliva', '2026-03-12']])
    expect(joined(['Blood', ''], ['SAL', '2026-03-12'])).toEqual([
      ['Blood', ''],
      'Specimen: Saliva, collected 2026-03-12',
    ])
    expect(joined(['', '2026-03-11'], ['SAL', '2026-03-12'])).toEqual([
      ['', '2026-03-11'],
      'Specimen: Saliva, collected 2026-03-12',
    ])
    expect(joined(['Blood', ''], ['HAIR', '2026-03-12'])).toEqual([
      ['Blood', ''],
      'Specimen: Material (HAIR)',
      'Specimen collected 2026-03-12',
    ])
  })
})

test('a number is an NPI only if it is labelled as one and valid', () => {
  const npi = (number: string, system: string, type = '') =>
    draft({ provider: { lastName: 'D', firstName: 'R', numbers: [{ number, system, type }] } }).document
      .orderingProvider
  expect(npi('1234567893', 'NPI')).toMatchObject({ npi: '1234567893', physicianId: 12 })
  expect(npi('1234567893', '', 'National Provider Identifier').npi).toBe('1234567893')
  expect(npi('1234567893', 'Local').npi).toBe('')
  expect(npi('1234567890', 'NPI').npi).toBe('')
})

test('an unknown order control is asked about, until the map says what it is', () => {
  const change = { control: null, controlCode: 'CD:2539' }
  expect(listed(change)).toContain('control CD:2539')
  expect(draft(change).document.clinicalNotes).toContain('Is it a new order?')
  expect(listed(change, [{ kind: 'control', code: 'CD:2539', meaning: 'NW' }])).not.toContain(
    'control CD:2539',
  )
})

test('the first insurance is the order’s, with the payer’s name as the map gives it; others are notes', () => {
  const one = (text: string) => ({
    payer: code('', text),
    ...{ memberId: 'W1', groupNumber: '', relationship: '1' },
    holder: { lastName: '', firstName: '', dateOfBirth: '' },
  })
  const { document } = draft({ insurance: [one('AETNA'), one('MEDICAID')] }, [
    { kind: 'payer', code: 'Aetna', meaning: 'Aetna Health' },
  ])
  // What a sender's own number for the relationship means is not guessed.
  expect(document.payment.insurance).toMatchObject({
    company: 'Aetna Health',
    memberId: 'W1',
    holderRelationship: '',
  })
  expect(document.clinicalNotes).toContain('Further insurance: MEDICAID, W1')
})

test.each([
  ['SEL', 'Self'],
  ['Self', 'Self'],
  ['SPO', 'Spouse'],
  ['PAR', 'Child'],
  ['PARENT', 'Child'],
  ['MTH', 'Child'],
  ['Father', 'Child'],
  ['GRD', 'Other'],
  ['OTH', 'Other'],
  ['CHD', ''],
  ['CHILD', ''],
  ['18', ''],
])(
  '[UX-10] IN1-17 is what the insured is to the patient: of %s the patient is %o',
  (relationship, toHolder) => {
    const { document } = draft({
      insurance: [
        {
          ...{ payer: code('', 'AETNA'), memberId: 'W1', groupNumber: '', relationship },
          holder: { lastName: 'Berg', firstName: 'Anna', dateOfBirth: '1980-01-01' },
        },
      ],
    })
    expect(document.payment.insurance.holderRelationship).toBe(toHolder)
    // What stays open is told in the hospital's words.
    expect(document.clinicalNotes.includes(`as the hospital writes it: ${relationship}`)).toBe(
      toHolder === '',
    )
  },
)

test('[UX-10] what is written to the laboratory is read as the same', () => {
  for (const [toHolder, insured] of Object.entries(INSURED_CODES))
    for (const word of insured ?? []) expect(toHolderOf(word)).toBe(toHolder)
})

test('orders placed together give the same draft in any sequence', () => {
  const orders = ['1', '2', '3'].map((number) => ({
    ...{
      ...ORDER,
      placer: { ...ORDER.placer, number },
      tests: [[code(`GEN${number}`)]],
      notes: [`Note ${number}`],
    },
  }))
  const maps = mapsOf([{ kind: 'test', code: 'GEN2', meaning: '1600' }])
  fc.assert(
    fc.property(fc.shuffledSubarray(orders, { minLength: 3 }), (some) => {
      expect(draftOf(some, maps, KNOWN)).toEqual(draftOf(orders, maps, KNOWN))
    }),
    { numRuns: 20 },
  )
})

test('notes fit into the order, and say how much more the message has', () => {
  const notes = Array.from({ length: 200 }, (_, index) => `Line ${index}, ${'x'.repeat(40)}`)
  const text = draft({ notes }).document.clinicalNotes
  expect(text.length).toBeLessThanOrEqual(LONGEST_NOTES)
  expect(text).toMatch(/… and \d+ more lines in the hospital’s message$/)
})

test('a question that ends in signs is told without them, however many spaces it has', () => {
  const asked = (text: string) =>
    draft({ answers: [{ question: [code('Q', text)], choice: null, words: 'Yes' }] }).document.clinicalNotes
  expect(asked('Age at onset : ?')).toContain('Age at onset: Yes')
  // An expression that tries each space takes a minute.
  expect(asked(`Age${' '.repeat(5_000)}x`)).toContain('… and 1 more lines')
})
