import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestDetails } from '#contract/catalogue.ts'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { TESTING_CONSENT_TITLE } from '#domain/consent/consent.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
} from '#domain/orders/document.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import { CATALOGUE, completeOrder, TODAY } from '#domain/orders/testing/complete-order.ts'
import type { DraftServer } from './autosave.ts'
import { createOrderForm } from './order-form.ts'
import type { UnsavedRecord } from './unsaved.ts'

const exome = {
  code: '1600',
  testName: 'Exome',
  specimens: ['Blood'],
  sex: '',
  genes: ['SCN1A', 'KCNQ2'],
  geneChoice: 'some',
  relatives: 0,
  sections: [],
  consents: [
    { id: 'testing', title: TESTING_CONSENT_TITLE, text: '', kind: 'yes-no', required: true },
    { id: 'ny', title: 'Samples from New York State', text: '', kind: 'checkbox', required: false },
  ],
} as unknown as TestDetails

/** A form whose server cannot be reached, but for what is `answered`, and the storage it keeps unsaved edits in. */
function setUp(
  loaded: Order | null = null,
  storage = new Map<number | null, UnsavedRecord>(),
  submitter: RuleContext['submitter'] = null,
  answered: Partial<DraftServer> = {},
) {
  const offline = async () => {
    throw new ProblemError(problemOf('unavailable'))
  }
  const form = createOrderForm({
    hospitalCode: '1001',
    userId: 7,
    blank: newOrder(),
    submitter,
    loaded,
    server: { create: offline, patch: offline, get: offline, ...answered },
    edits: {
      save: ({ orderId }, record) => void storage.set(orderId, record),
      read: ({ orderId }) => storage.get(orderId) ?? null,
      forget: ({ orderId }) => void storage.delete(orderId),
    },
    onSaved: () => {},
  })
  return { form, storage }
}
const draft = { id: 12, version: 3, state: 'draft', document: newOrder() } as Order

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the order form', () => {
  it('[ORDER-03] pre-fills the consents of a chosen test, and takes them back with the test', () => {
    const { form } = setUp()
    form.addTest('1600', '')
    form.setTests(['1600'], [exome], [])
    expect(form.state().document).toMatchObject({
      tests: [{ testCode: '1600', testName: 'Exome' }],
      consents: [
        { patient: 'proband', consentId: 'testing', answer: true },
        { patient: 'proband', consentId: 'ny', answer: false },
      ],
    })
    form.removeTest('1600')
    form.setTests([], [], [])
    expect(form.state().document).toEqual(newOrder())
  })

  it('leaves the consents alone while a test is still being fetched', () => {
    const { form } = setUp({
      ...draft,
      document: { ...newOrder(), consents: [{ patient: 'proband', consentId: 'x', answer: true }] },
    })
    form.setTests(['1600'], [], ['1600'])
    expect(form.state().document.consents).toEqual([{ patient: 'proband', consentId: 'x', answer: true }])
  })

  it('is not ready while a test is being fetched, whose questions nobody knows yet; who submits waits for them', async () => {
    vi.setSystemTime(`${TODAY}T18:00:00Z`)
    const { form } = setUp({ ...draft, document: completeOrder() })
    const codes = completeOrder().tests.map(({ testCode }) => testCode)
    const known = CATALOGUE.filter(({ code }) => codes.includes(code)).map((test) => ({
      ...test,
      sections: [],
    }))
    const loaded = vi.fn()
    form.setTests([], [], codes)
    void form.testsLoaded().then(loaded)
    await Promise.resolve()
    expect([form.points(), form.ready(), loaded.mock.calls]).toEqual([[], false, []])
    form.setTests(codes, known as unknown as TestDetails[], [])
    await expect.poll(() => loaded).toHaveBeenCalledOnce()
    expect([form.points().map(({ rule }) => rule), form.ready()]).toEqual([['unreviewed'], false])
    form.edit((document) => ({
      ...document,
      consents: document.consents.map((one) => ({ ...one, answer: true, reviewed: true })),
    }))
    expect([form.points(), form.ready()]).toEqual([[], true])
  })

  it('asks a relative for consent once there is a specimen of them, and no more without it', () => {
    const { form } = setUp()
    form.addTest('1600', '')
    form.setTests(['1600'], [exome], [])
    form.edit((document) => ({
      ...document,
      patients: [...document.patients, blankPatient('Mother', 'm')],
      samples: [...document.samples, blankSample('m', 's2')],
    }))
    expect(form.state().document.consents.filter((one) => one.patient === 'm')).toHaveLength(2)
    form.set('/samples', form.state().document.samples.slice(0, 1))
    expect(form.state().document.consents.filter((one) => one.patient === 'm')).toEqual([])
  })

  it('asks for no consent to have benefits verified', () => {
    const { form } = setUp({ ...draft, document: { ...newOrder(), isVOB: true } })
    form.addTest('1600', '')
    form.setTests(['1600'], [exome], [])
    expect(form.state().document.consents).toEqual([])
  })

  it('leaves the consents alone while what the catalogue said is of other tests', () => {
    const { form } = setUp()
    form.addTest('1600', '')
    form.setTests(['1600'], [exome], [])
    form.addTest('1700', '')
    form.setTests(['1600'], [exome], [])
    expect(form.state().document.consents).toHaveLength(2)
  })

  it('keeps the genes that were chosen while a panel of the ones before was being saved', () => {
    const { form } = setUp()
    form.addTest('1600', 'Exome')
    const panel = { id: 7, genes: ['SCN1A', 'TP53'] }
    form.setGenes('1600', ['TP53', 'SCN1A'])
    form.savedAsPanel('1600', panel)
    expect(form.state().document.tests).toMatchObject([{ genes: ['TP53', 'SCN1A'], customPanelId: 7 }])
    form.setGenes('1600', ['TP53', 'SCN1A', 'CFTR'])
    form.savedAsPanel('1600', panel)
    expect(form.state().document.tests).toMatchObject([
      { genes: ['TP53', 'SCN1A', 'CFTR'], customPanelId: null },
    ])
  })

  it('chooses tests, add-ons and genes; none is in the order twice', () => {
    const { form } = setUp()
    form.addTest('1600', 'Exome', 'EXO')
    form.addAddOn('1700', 'Microarray')
    form.addAddOn('1700', 'Microarray')
    form.setGenes('1600', ['SCN1A'], 7)
    expect(form.state().document).toMatchObject({
      tests: [{ testCode: '1600', displayCode: 'EXO', genes: ['SCN1A'], customPanelId: 7 }],
      addOnTests: [{ testCode: '1700' }],
    })
    form.addTest('1700', 'Microarray')
    expect(form.state().document.addOnTests).toEqual([])
    form.removeTest('1600')
    form.removeTest('1700')
    expect(form.state().document.tests).toEqual([blankTest()])
  })

  it('keeps the reason for going ahead, and takes it back', () => {
    const { form } = setUp()
    form.override('ordered-before 1600', 'New phenotype')
    form.override('ordered-before 1600', 'New findings')
    expect(form.state().document.overrides).toEqual([{ key: 'ordered-before 1600', reason: 'New findings' }])
    form.override('ordered-before 1600', '')
    expect(form.state().document.overrides).toEqual([])
  })

  it('shows an error at its field once the field was left, and all after a try to submit', () => {
    const { form } = setUp()
    expect(form.points().length).toBeGreaterThan(0)
    expect(form.errorAt('/patients/0/firstName')).toBeNull()
    form.visit('/patients/0/firstName')
    expect(form.errorAt('/patients/0/firstName')).toBe('First name is required')
    expect(form.errorAt('/patients/0/lastName')).toBeNull()
    form.showErrors()
    expect(form.errorAt('/patients/0/lastName')).toBe('Last name is required')
  })

  it('shows at once what the server refused, until its field changes, and does not hold up another try for it', () => {
    const { form } = setUp()
    const ready = form.ready()
    form.set('/recipients', [{ name: 'Dr. Mira Quill', fax: '312 555 0100', email: '' }])
    form.showErrors([{ path: '/recipients/0/fax', rule: 'phone', message: 'Not in use' }])
    expect(form.errorAt('/recipients/0/fax')).toBe('Not in use')
    expect(form.ready()).toBe(ready)
    form.set('/recipients/0/fax', '312 555 0101')
    expect(form.errorAt('/recipients/0/fax')).toBeNull()
  })

  it.each([
    ['under an NPI of their own', { npi: '1234567893', delegated: false }, false],
    ['for a provider who has agreed', { npi: '', delegated: true }, false],
    ['for nobody who has agreed', { npi: '', delegated: false }, true],
  ])('says to who submits %s whether they may, by the rule of the server', (_, submitter, refused) => {
    const { form } = setUp(null, undefined, submitter)
    form.set('/orderingProvider', {
      ...{ physicianId: null, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' },
    })
    expect(form.points().some(({ rule }) => rule === 'delegate')).toBe(refused)
  })

  it('renders the open points again only when they are others', () => {
    const { form } = setUp()
    const before = form.points()
    form.set('/clinicalNotes', 'Seizures')
    expect(form.points()).toBe(before)
    form.set('/patients/0/firstName', 'Ana')
    expect(form.points()).not.toBe(before)
  })

  it('puts edits back that the server never got, of a new order and of a draft', () => {
    const first = setUp()
    first.form.set('/clinicalNotes', 'Half a word')
    const again = setUp(null, first.storage)
    expect(again.form.restored).toBe(true)
    expect(again.form.state().document.clinicalNotes).toBe('Half a word')
    expect(again.form.autosave.dirty()).toBe(true)

    const opened = setUp(draft)
    opened.form.set('/clinicalNotes', 'More')
    expect(setUp({ ...draft, version: 4 }, opened.storage).form.autosave.saved()?.version).toBe(3)
  })

  it('keeps nothing in the browser once the edits are undone, or the order is submitted or thrown away', () => {
    const { form, storage } = setUp(draft)
    form.set('/clinicalNotes', 'More')
    expect(storage.size).toBe(1)
    form.set('/clinicalNotes', '')
    expect(storage.size).toBe(0)
    form.set('/clinicalNotes', 'More')
    form.forget()
    expect(storage.size).toBe(0)
  })

  it('leaves a new order that is not saved yet in the browser when another draft is saved, submitted or thrown away', async () => {
    const { form: begun, storage } = setUp()
    begun.set('/clinicalNotes', 'Half a word')
    const answer = (document: OrderDocument) => ({ ...draft, version: draft.version + 1, document }) as Order
    const { form } = setUp(draft, storage, null, {
      patch: async () => answer({ ...newOrder(), clinicalNotes: 'More' }),
    })
    form.set('/clinicalNotes', 'More')
    expect(await form.autosave.flush()).toBe(true)
    expect([...storage.keys()]).toEqual([null])
    form.forget()
    expect(setUp(null, storage).form.state().document.clinicalNotes).toBe('Half a word')
  })

  it('keeps nothing of a new order in the browser once it is saved', async () => {
    const { form, storage } = setUp(null, undefined, null, {
      create: async (_key, document) => ({ ...draft, version: 1, document }),
    })
    form.set('/clinicalNotes', 'More')
    expect([...storage.keys()]).toEqual([null])
    expect(await form.autosave.flush()).toBe(true)
    expect(storage.size).toBe(0)
  })
})

describe('what the form begins with', () => {
  const link = (...codes: string[]) => codes.map((testCode) => ({ testCode, displayCode: '' }))

  it('is no draft: tests of a link, their names and consents are written with the first edit', () => {
    const { form, storage } = setUp()
    form.beginWith(link('1600'))
    form.setTests(['1600'], [exome], [])
    expect(form.state().document).toMatchObject({ tests: [{ testCode: '1600', testName: 'Exome' }] })
    expect(form.state().document.consents).toHaveLength(2)
    expect(form.autosave.dirty()).toBe(false)
    expect(form.autosave.status()).toEqual({ kind: 'untouched' })
    expect(storage.size).toBe(0)
    form.set('/clinicalNotes', 'x')
    expect(form.autosave.status()).toEqual({ kind: 'unsaved' })
    expect(storage.get(null)?.document.tests[0]?.testCode).toBe('1600')
  })

  it('is another with another link, until somebody has typed; then a link adds to it', () => {
    const { form } = setUp()
    const codes = () => form.state().document.tests.map(({ testCode }) => testCode)
    form.beginWith(link('1600'))
    form.beginWith(link('1102', '1300'))
    expect(codes()).toEqual(['1102', '1300'])
    form.beginWith([])
    expect(form.state().document).toEqual(newOrder())
    form.set('/clinicalNotes', 'x')
    form.beginWith(link('1600'))
    form.beginWith(link('1102'))
    expect(codes()).toEqual(['1600', '1102'])
  })
})
