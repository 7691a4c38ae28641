import { describe, expect, test } from 'vitest'
import { blankPatient, newOrder, type OrderDocument, PROBAND } from '../orders/document.ts'
import { addSample } from '../orders/family.ts'
import { type LetterContext, letterDraft, letterGaps, MOST_LETTER } from './letter.ts'

const CONTEXT: LetterContext = {
  ...{ payerName: 'Papermoon Health', institutionName: 'Harbor & Vale Clinic' },
  ...{ laboratoryName: 'Larkfield Genetics', today: '2026-03-12' },
  tests: [{ name: 'Whole Exome', code: 'WES1', cptCodes: ['81415'] }],
  clinical: [
    ['Clinical notes', 'Seizures since 8 months.'],
    ['Prior testing', 'microarray normal'],
    ['Imaging', ''],
  ],
}

function document(): OrderDocument {
  const order = newOrder({ physicianId: 1, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' })
  const patient = { firstName: 'Linh', lastName: 'Nguyễn', dateOfBirth: '2019-03-14', sex: 'Female' as const }
  return {
    ...order,
    patients: [{ ...blankPatient('Proband', PROBAND), ...patient }],
    indicationsForTesting: [{ code: 'G40.309', description: 'Generalized idiopathic epilepsy' }],
    payment: {
      ...order.payment,
      billingType: 'Insurance',
      insurance: {
        ...order.payment.insurance,
        ...{ memberId: 'PH 123', groupNumber: '77', holderRelationship: 'Child' },
        ...{ holderFirstName: 'Thảo', holderLastName: 'Nguyễn' },
      },
    },
  }
}

function withMother(): OrderDocument {
  const order = document()
  const mother = { ...blankPatient('Mother', 'm'), affected: 'Unaffected' as const }
  return { ...order, patients: [...order.patients, mother] }
}

describe('the draft of a letter', () => {
  test("contains the order's data, and marks what only the clinician knows", () => {
    const text = letterDraft(document(), CONTEXT)
    for (const words of [
      'To Papermoon Health:',
      'my patient Linh Nguyễn, born 14 Mar 2019 (6 y 11 m), female.',
      'Member ID PH 123, group 77, policy holder Thảo Nguyễn.',
      'ordered by Ada Okafor (NPI 1234567893), Harbor & Vale Clinic, and performed by Larkfield Genetics.',
      '• Whole Exome (WES1), CPT 81415',
      '• G40.309 Generalized idiopathic epilepsy',
      'Clinical notes\nSeizures since 8 months.',
      'Prior testing\nmicroarray normal',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Imaging')
    expect(letterGaps(text)).toEqual([
      'how the result will change this patient’s care: treatment, surveillance, further tests',
    ])
  })

  test('names relatives tested together, and whether they are affected', () => {
    const order = addSample(withMother(), 'm')
    expect(letterDraft(order, CONTEXT)).toContain('Tested together with the patient\nmother (unaffected)')
  })

  test('says of no relative without a specimen that they are tested, as of those of a test added later', () => {
    expect(letterDraft({ ...withMother(), samples: [] }, CONTEXT)).not.toContain('mother')
  })

  test("says of a verification's relatives, who have no specimens yet, that they are to be tested", () => {
    expect(letterDraft({ ...withMother(), samples: [], isVOB: true }, CONTEXT)).toContain(
      'To be tested together with the patient\nmother (unaffected)',
    )
  })

  test('invents nothing for an empty order', () => {
    const empty = { ...CONTEXT, payerName: '', tests: [], clinical: [] }
    const text = letterDraft(newOrder(), empty)
    expect(text).toContain('To whom it may concern:')
    expect(letterGaps(text)).toHaveLength(6)
    expect(text).not.toMatch(/undefined|null|\(\)| ,/)
  })

  test('stays below the maximum length, however much a clinic writes', () => {
    const notes = 'Seizures since birth. '.repeat(182)
    const order = { ...document(), clinicalNotes: notes }
    expect(letterDraft(order, { ...CONTEXT, clinical: [['Clinical notes', notes]] }).length).toBeLessThan(
      MOST_LETTER / 2,
    )
  })
})

test('does not treat other brackets as gaps', () => {
  expect(letterGaps('Variant c.[123A>G];[=], as in [1].')).toEqual([])
})
