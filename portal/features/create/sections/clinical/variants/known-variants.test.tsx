import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TestDetails } from '#contract/catalogue.ts'
import type { KnownVariant } from '#domain/orders/known-variants.ts'
import { completeOrder, MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { knownVariant, VARIANT_GENES } from '#domain/orders/testing/known-variant.ts'
import { accessible, leaveField, onPhone } from '#ui/testing/show-field.tsx'
import { ClinicalSection } from '../../ClinicalSection.tsx'
import { showSection } from '../../testing/show-section.tsx'

const text = (name: string | RegExp) => page.getByRole('textbox', { name })
const list = (name: string | RegExp) => page.getByRole('combobox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function choose(name: string | RegExp, option: string) {
  await list(name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const ONE_PLACE: Partial<TestDetails> = {
  knownVariant: {
    kinds: ['sequence', 'exon'],
    most: 1,
    excludedGenes: [],
    forRelatives: true,
    familyDays: 90,
  },
}
const replies = { '/api/genes': VARIANT_GENES.filter(({ symbol }) => symbol === 'BRCA2') }
const withVariant = (more: Partial<KnownVariant> = {}) => ({
  ...completeOrder(),
  knownVariants: [knownVariant(more)],
})

test('a test of something else shows one button, and the first variant begins at its kind', async () => {
  const form = showSection(<ClinicalSection />, { document: completeOrder() })
  await expect.element(list('Kind of variant')).not.toBeInTheDocument()
  await button('Add a known familial variant').click()
  await expect.element(list('Kind of variant')).toHaveFocus()
  expect(form.state().document.knownVariants).toHaveLength(1)
  await button('Remove known variant 1').click()
  await expect.element(button('Add known variant')).toHaveFocus()
  expect(form.state().document).not.toHaveProperty('knownVariants')
})

test('[KFV-01] a variant is described by keyboard: kind, gene with its id, transcript, HGVS, person, report, purpose', async () => {
  await onPhone()
  const form = showSection(<ClinicalSection />, { document: completeOrder(), test: ONE_PLACE, replies })
  const variant = () => form.state().document.knownVariants?.[0]
  await expect.element(page.getByText('Family testing request')).not.toBeInTheDocument()
  await button('Add known variant').click()
  await expect.element(list('Kind of variant')).toHaveFocus()
  await expect.element(text('Transcript')).not.toBeInTheDocument()
  // One letter: a phone's list begins a new word after a pause, which a busy machine makes.
  await userEvent.keyboard('s{Enter}')
  await text('Gene').click()
  await userEvent.keyboard('brca2{Enter}')
  await expect.element(text('Transcript')).toHaveFocus()
  expect(variant()).toMatchObject({ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: '' })
  form.setChecked({ ...form.state().checked, genes: [...VARIANT_GENES] })
  await button('Use NM_000059.4 (MANE Select)').click()
  await expect.element(text('Transcript')).toHaveValue('NM_000059.4')
  await userEvent.fill(text('DNA change (c.)'), 'c.5946delT')
  await expect.element(page.getByText(/^Recognized, but now written differently/)).toBeVisible()
  await choose(/^Relationship to the patient/, 'Uncle')
  await userEvent.fill(text('First name'), 'Bao')
  await userEvent.fill(text('Last name'), 'Fernlight')
  await choose(/^Side of the family/, 'Maternal')
  await choose(/^How the laboratory gets the report/, 'Will be sent')
  await choose(/^Purpose of the test/, 'Carrier testing')
  expect(variant()).toMatchObject({
    ...{ key: 'v1', transcript: 'NM_000059.4', cdna: 'c.5946delT', report: 'to-follow', purpose: 'carrier' },
    carrier: { relation: 'Uncle', side: 'Maternal', firstName: 'Bao', lastName: 'Fernlight' },
  })
  expect(form.points().filter(({ path }) => path.startsWith('/knownVariants'))).toEqual([])
  await button('Add another known variant').click()
  expect(form.state().document.knownVariants?.map(({ key }) => key)).toEqual(['v1', 'v2'])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
})

test('what cannot be read says where while it is typed, and what to do once it is left', async () => {
  const unread = { cdna: '', report: 'unavailable', reportReason: 'Closed' } as const
  showSection(<ClinicalSection />, { document: withVariant(unread), test: ONE_PLACE })
  await expect.element(page.getByText(/(until|ended on) 2 Aug 2026/)).toBeVisible()
  const cdna = text('DNA change (c.)')
  await userEvent.fill(cdna, 'c.5946dell')
  await expect.element(cdna).toHaveAccessibleDescription(/“l” is not understood at character 10/)
  await leaveField()
  await expect
    .element(cdna)
    .toHaveAccessibleDescription(/is not HGVS.*or choose how the laboratory gets the relative’s report/)
  await userEvent.fill(cdna, 'p.Ser1982fs')
  await expect.element(cdna).toHaveAccessibleDescription(/belongs in/)
})

test('another kind asks for its own fields and empties those it does not show', async () => {
  const form = showSection(<ClinicalSection />, { document: withVariant(), test: ONE_PLACE })
  await choose('Kind of variant', 'Mitochondrial DNA variant')
  await expect.element(text('DNA change (c.)')).not.toBeInTheDocument()
  await userEvent.fill(text(/^Heteroplasmy/), '32')
  expect(form.state().document.knownVariants?.[0]).toMatchObject({
    ...{ kind: 'mtdna', cdna: '', transcript: '', gene: 'BRCA2', zygosity: '', heteroplasmy: '32' },
  })
  await choose('Kind of variant', 'Copy number variant')
  await expect.element(text('Chromosome')).toBeVisible()
  await expect.element(text(/^ISCN/)).toBeVisible()
  expect(form.state().document.knownVariants?.[0]).toMatchObject({ heteroplasmy: '' })
})

test('[KFV-04] an uncertain variant for a predictive purpose becomes a family study, which asks if the patient is affected', async () => {
  const uncertain = { variantClass: 'Uncertain significance', purpose: 'predictive' } as const
  const form = showSection(<ClinicalSection />, { document: withVariant(uncertain), test: ONE_PLACE })
  await expect.element(page.getByText(/A family study helps to classify it/)).toBeVisible()
  expect(form.points()).toContainEqual(expect.objectContaining({ rule: 'variant-uncertain' }))
  await button('Make it a family study').click()
  const affected = list('Is the patient affected?')
  await expect.element(affected).toHaveFocus()
  expect(form.points()).toContainEqual(expect.objectContaining({ path: '/patients/0/affected' }))
  await choose('Is the patient affected?', 'Unaffected')
  expect(form.state().document.knownVariants?.[0]?.purpose).toBe('segregation')
  expect(form.state().document.patients[0]?.affected).toBe('Unaffected')
  expect(form.points()).not.toContainEqual(expect.objectContaining({ path: '/patients/0/affected' }))
})

test('a person of the order is chosen instead of named again', async () => {
  const document = withChanges(withVariant(), { '/patients/1': { ...MOTHER } })
  const form = showSection(<ClinicalSection />, { document, test: ONE_PLACE })
  await expect.element(text('First name')).toHaveValue('Mai')
  await list(/^Who in this order/).click()
  await page.getByRole('option').first().click()
  await expect.element(text('First name')).not.toBeInTheDocument()
  expect(form.state().document.knownVariants?.[0]?.carrier.patient).toBe(MOTHER.key)
})

test('the text of an older order stays shown until it is described in fields', async () => {
  const order = completeOrder()
  order.familyTestingRequest.targetSequencing = true
  Object.assign(order.familyTestingRequest.targetSequencingData, {
    ...{ gene: 'BRCA2', variant: '6174delT', probandFirstName: 'Mai', probandLastName: 'Fernlight' },
    ...{ relationshipToProband: 'Daughter', labNumber: 'L-7' },
  })
  const form = showSection(<ClinicalSection />, { document: order, test: ONE_PLACE })
  await expect.element(text(/^Variant/)).toHaveValue('6174delT')
  await button('Describe it in fields').click()
  await expect.element(list('Kind of variant')).toHaveFocus()
  await expect.element(text(/^As the report writes it/)).toHaveValue('6174delT')
  expect(form.state().document.knownVariants?.[0]).toMatchObject({
    ...{ key: 'v1', gene: 'BRCA2', asWritten: '6174delT', laboratoryNumber: 'L-7' },
    carrier: { firstName: 'Mai', lastName: 'Fernlight' },
  })
})

test('what is typed stays with its variant while someone else removes the one above', async () => {
  const knownVariants = ['v1', 'v2', 'v3'].map((key) => ({ ...knownVariant(), key, asWritten: key }))
  const form = showSection(<ClinicalSection />, {
    document: { ...completeOrder(), knownVariants },
    replies,
  })
  const second = page.getByRole('group', { name: 'Known variant 2' })
  await second.getByRole('textbox', { name: /^As the report writes it/ }).click()
  await userEvent.keyboard('{End} by the report')
  form.edit((document) => ({ ...document, knownVariants: document.knownVariants?.slice(1) ?? [] }))
  await expect.element(page.getByRole('group', { name: 'Known variant 3' })).not.toBeInTheDocument()
  await userEvent.keyboard(' of 2019')
  expect(form.state().document.knownVariants?.map(({ asWritten }) => asWritten)).toEqual([
    'v2 by the report of 2019',
    'v3',
  ])
})
