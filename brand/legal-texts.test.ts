import { expect, test } from 'vitest'
import type { LegalText } from './legal-text.ts'
import { privacyNotice } from './privacy-notice.ts'
import { terms, userConditions } from './terms.ts'

const sectionText = ({ sections }: LegalText, title: string): string =>
  (sections.find((section) => section.title === title)?.body ?? []).flat().join('\n')

/** What section 1 of the specification asks of the terms: where it stands, and what it has to say there. */
const TERMS: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Privacy practices', /notice of privacy practices/],
  ['Consent to process your personal data', /You consent to our processing of the personal data/],
  ['Confidentiality', /You keep confidential what you learn/],
  ['Who may use the portal', /The portal is for health care professionals/],
  ['Compliance with laws', /follow the laws that apply/],
  ['Limitation of liability', /we are not liable/],
]

test('[APP-07] the terms cover all six subjects and the three conditions for users', () => {
  for (const [title, pattern] of TERMS) expect(sectionText(terms, title), title).toMatch(pattern)
  const conditions = sectionText(terms, 'Conditions for users')
  for (const condition of Object.values(userConditions)) expect(conditions).toContain(condition)
  expect(userConditions.npi).toMatch(
    /Physicians and non-physician providers must give .*NPI.*must match the name/,
  )
  expect(userConditions.geneticCounselor).toMatch(
    /may not order Medicare-billable tests under their own name/,
  )
  expect(userConditions.delegate).toMatch(/without an NPI.*delegating provider’s agreement/)
})

test('the terms carry the version that is recorded with an acceptance', () => {
  expect(terms.version).toMatch(/^\d{4}-\d{2}$/)
})

test('the privacy notice has its date, its periods and every right', () => {
  expect(privacyNotice.effective).toBe('December 31, 2024')
  const all = privacyNotice.sections.flatMap(({ body }) => body.flat()).join('\n')
  expect(all).toMatch(/a copy within 15 days/)
  expect(all).toMatch(/written denial .*within 60 days/)
  expect(sectionText(privacyNotice, 'Your right to an accounting of disclosures')).toMatch(
    /the six years before/,
  )
  for (const right of [
    'see your information',
    'amended',
    'accounting',
    'restriction',
    'confidential communication',
  ])
    expect(
      privacyNotice.sections.some(({ title }) => title.startsWith('Your right') && title.includes(right)),
    ).toBe(true)
  expect(sectionText(privacyNotice, 'Complaints')).toMatch(/Office for Civil Rights/)
})

test.each([terms, privacyNotice])(
  '$title: every section has a title of its own and says something',
  (text) => {
    const titles = text.sections.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
    for (const { title, body } of text.sections) expect(body.flat().join(''), title).toMatch(/\S/)
  },
)
