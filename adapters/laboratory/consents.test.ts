import type { Consent, Task } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { fhirCodec } from './fhir/codec.ts'
import { invalidities, loadDefinitions } from './fhir/definitions.ts'
import type { FhirBundle } from './fhir/references.ts'
import { sampleConsent, sampleWithdrawal } from './testing/consents.ts'
import { codec } from './testing/messages.ts'
import { sampleChange, sampleOrder } from './testing/order.ts'
import { fieldsOf, named } from './testing/segments.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const order = () => ({ ...sampleOrder(), consents: [sampleConsent()] })
/** OBX-2 to OBX-5 and OBX-14, by the code in OBX-3. */
function answer(raw: string, code: string) {
  const found = named(fieldsOf(raw), 'OBX').filter((obx) => obx[3]?.startsWith(`${code}^`))
  return found.map((obx) => [obx[2], obx[3], obx[4], obx[5], obx[14]])
}
const consentsIn = (raw: string) =>
  ((JSON.parse(raw) as FhirBundle).entry ?? []).flatMap((entry) =>
    entry.resource?.resourceType === 'Consent' ? [{ ...entry, resource: entry.resource as Consent }] : [],
  )

describe('[CNST-01] the words in the order’s messages', () => {
  const words = 'Title of testing, version 2, English\nWords of testing\nYES'

  test('are a document in HL7, with the first test only', () => {
    const documents = answer(codec.writeOrder(order()), '59284-0')
    expect(documents).toHaveLength(1)
    expect(documents[0]?.slice(0, 3)).toEqual(['ED', '59284-0^Consent Document^LN', '4711-proband'])
    const [, , , value = ''] = documents[0] ?? []
    expect(value).toMatch(/^\^text\^plain\^Base64\^/)
    const text = Buffer.from(value.split('^')[4] ?? '', 'base64').toString()
    expect(text).toContain(words)
    expect(text).toContain('Title of research\nThe text of that time is not known.\nNO')
    expect(text).toContain('Signed by Mai Nguyễn (mother), parent, 10 Mar 2026, on paper')
  })

  test('are the attachment of a valid Consent in FHIR', () => {
    const raw = fhirCodec.writeOrder(order())
    expect(invalidities(JSON.parse(raw))).toEqual([])
    const [consent] = consentsIn(raw)
    const { data = '', contentType } = consent?.resource.sourceAttachment ?? {}
    expect(contentType).toBe('text/plain')
    expect(Buffer.from(data, 'base64').toString()).toContain(words)
  })
})

test('[CNST-02] signer, confirmation, the list of genes and the last day of the specimen are sent', () => {
  const raw = codec.writeOrder(order())
  expect(answer(raw, '19826-7')[0]).toEqual([
    ...['CE', '19826-7^Informed consent obtained^LN', '4711-proband', 'Y^Yes^HL70136', '20260310'],
  ])
  expect(answer(raw, 'CONSENT-CONFIRMED')[0]?.[3]).toBe('Confirmed by Maren Oduya on 11 Mar 2026')
  expect(answer(raw, 'CONSENT-LIST')[0]?.[3]).toBe('ACMG SF v3.3')
  expect(answer(raw, 'DESTROY-SPECIMEN-BY')[0]?.slice(0, 4)).toEqual([
    ...['DT', 'DESTROY-SPECIMEN-BY^Last day on which the specimen may be kept^L', '4711-proband', '20260510'],
  ])
  const [consent] = consentsIn(fhirCodec.writeOrder(order()))
  expect(consent?.resource).toMatchObject({ status: 'active', dateTime: '2026-03-10' })
  expect(consent?.resource.performer?.[0]?.display).toContain('Mai Nguyễn (mother), parent')
  expect(consent?.resource.provision?.provision?.map(({ type }) => type)).toEqual([
    'permit',
    'permit',
    'deny',
  ])
  const refused = sampleConsent()
  refused.items[0] = { ...(refused.items[0] ?? expect.fail()), answer: false }
  const [none] = consentsIn(fhirCodec.writeOrder({ ...order(), consents: [refused] }))
  expect(none?.resource.status).toBe('rejected')
})

test('an order without a ledger is sent as before', () => {
  const raw = codec.writeOrder(sampleOrder())
  expect([...answer(raw, '19826-7'), ...answer(raw, '59284-0')]).toEqual([])
  expect(consentsIn(fhirCodec.writeOrder(sampleOrder()))).toEqual([])
})

describe('[CNST-05] a withdrawal', () => {
  const change = { ...sampleChange(), withdrawal: sampleWithdrawal() }

  test('denies each withdrawn consent in HL7, with day, reason and hold', () => {
    const raw = codec.writeChange(change)
    expect(named(fieldsOf(raw), 'ORC')[0]?.[16] ?? '').toBe('')
    for (const id of ['testing', 'secondary-findings'])
      expect(answer(raw, id)).toEqual([['CE', `${id}^Consent^L`, '4711-proband', 'N^No^HL70136', '20260314']])
    expect(answer(raw, 'research')).toEqual([])
    expect(answer(raw, '19826-7')[0]?.slice(3)).toEqual(['N^No^HL70136', '20260314'])
    expect(answer(raw, 'CONSENT-WITHDRAWN')[0]?.[3]).toBe('Changed mind')
    expect(answer(raw, 'CONSENT-HOLD')[0]?.[3]).toBe('WITHDRAWN-1: Testing is stopped')
    expect(answer(raw, 'DESTROY-SPECIMEN-BY')[0]?.slice(2, 4)).toEqual(['4711-proband', '20260510'])
  })

  test('updates the order’s Consent in FHIR, and names it in the Task', () => {
    const raw = fhirCodec.writeChange(change)
    expect(invalidities(JSON.parse(raw))).toEqual([])
    const [consent] = consentsIn(raw)
    expect(consent?.request).toEqual({
      method: 'PUT',
      url: 'Consent?identifier=urn%3Akaryo%3Aconsent%7C4711-proband',
    })
    expect(consent?.resource.status).toBe('inactive')
    expect(consent?.resource.provision?.provision?.[0]).toMatchObject({
      ...{ type: 'deny', period: { start: '2026-03-14' } },
    })
    const bundle = JSON.parse(raw) as FhirBundle
    const task = bundle.entry?.find(({ resource }) => resource?.resourceType === 'Task')?.resource as Task
    expect(task.input?.map(({ type }) => type.text)).toEqual([
      ...['withdrawn consent', 'withdrawn because', 'withdrawn item', 'withdrawn item'],
      ...['destroy specimen by', 'hold'],
    ])
    expect(task.input).toContainEqual({ type: { text: 'destroy specimen by' }, valueDate: '2026-05-10' })
  })
})
