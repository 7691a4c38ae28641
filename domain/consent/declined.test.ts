import { expect, test } from 'vitest'
import { newOrder, PROBAND } from '../orders/document.ts'
import { declinedSections } from './declined.ts'

const FINDINGS = { secondary: 'secondary-findings', incidental: 'incidental-findings' }
const asked = (...answers: readonly [patient: string, consentId: string, answer: boolean | null][]) => ({
  ...newOrder(),
  consents: answers.map(([patient, consentId, answer]) => ({ patient, consentId, answer })),
})

test.each([
  ['answered no', asked([PROBAND, 'secondary-findings', false]), [], ['secondary']],
  ['agreed', asked([PROBAND, 'secondary-findings', true]), [], []],
  ['not asked', asked(), [], []],
  ['answered no to something else', asked([PROBAND, 'research', false]), [], []],
  ['a relative answered no', asked(['relative-1', 'secondary-findings', false]), [], []],
  [
    'withdrew it',
    asked([PROBAND, 'secondary-findings', true]),
    [{ patient: PROBAND, items: ['secondary-findings'] }],
    ['secondary'],
  ],
  [
    'a relative withdrew it',
    asked([PROBAND, 'secondary-findings', true]),
    [{ patient: 'relative-1', items: ['secondary-findings'] }],
    [],
  ],
] as const)('a person declined what they %s', (_, document, withdrawals, declined) => {
  expect([...declinedSections(document, withdrawals, FINDINGS, PROBAND)]).toEqual(declined)
  expect([...declinedSections(document, withdrawals, {}, PROBAND)]).toEqual([])
})

test('a fetus has its mother’s answers', () => {
  const fetus = { key: 'fetus-1', label: 'A', sexByUltrasound: '' as const }
  const document = {
    ...asked([PROBAND, 'secondary-findings', false]),
    pregnancy: { fetuses: [fetus] },
  } as unknown as Parameters<typeof declinedSections>[0]
  expect([...declinedSections(document, [], FINDINGS, 'fetus-1')]).toEqual(['secondary'])
})
