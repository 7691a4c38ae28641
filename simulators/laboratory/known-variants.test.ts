import { expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { sampleOrder } from '#adapters/laboratory/testing/order.ts'
import { blankVariant } from '#domain/orders/known-variants.ts'
import { knownVariant } from '#domain/orders/testing/known-variant.ts'
import { readOrder } from './read-order.ts'

const order = (knownVariants: ReturnType<typeof knownVariant>[]) => {
  const sample = sampleOrder()
  return { ...sample, document: { ...sample.document, knownVariants } }
}
const read = (raw: string) => {
  const message = readOrder(raw)
  if (message.kind !== 'order') throw new Error(message.kind)
  return message.order
}

test('reads the variants to look for and whose they are, and no further test', () => {
  const study = knownVariant({
    ...{ gene: 'MYH7', hgncId: 'HGNC:7577', transcript: 'NM_000257.4', cdna: 'c.1208G>A' },
    ...{ protein: 'p.(Arg403Gln)', purpose: 'segregation' },
    carrier: {
      ...blankVariant('v1').carrier,
      ...{ firstName: 'Lan', lastName: 'Nguyễn', relation: 'Niece', dateOfBirth: '1999-01-02' },
    },
  })
  const received = read(codec.writeOrder(order([study])))
  const before = read(codec.writeOrder(sampleOrder()))
  expect(received.tests).toEqual(before.tests)
  expect(received.specimens).toEqual(before.specimens)
  expect(received.variants).toEqual([
    {
      ...{ number: '1', gene: 'MYH7', description: 'NM_000257.4 c.1208G>A p.(Arg403Gln)' },
      ...{ person: 'Lan Nguyễn', laboratoryNumber: 'IG-1' },
      purpose: 'Family study: does the variant segregate with the disease?',
      ordered: {
        genes: [{ hgncId: 'HGNC:7577', symbol: 'MYH7' }],
        fields: expect.objectContaining({ transcript: 'NM_000257.4', cdna: 'c.1208G>A' }),
        variantClass: 'Pathogenic',
      },
    },
  ])
  expect(received.priorPatients).toMatchObject([
    { lastName: 'Nguyễn', firstName: 'Lan', birthDate: '19990102' },
  ])
  expect(before).not.toHaveProperty('variants')
})

test('[KFV-01] reads a relative’s report that was uploaded, once for the order', () => {
  const PDF = new TextEncoder().encode('%PDF-1.4 invented')
  const questions = {
    questionnaires: [],
    files: [{ documentId: 7, mediaType: 'application/pdf', content: PDF }],
  }
  const raw = codec.writeOrder({ ...order([knownVariant()]), questions })
  expect(read(raw).variants).toMatchObject([
    { file: { name: 'report.pdf', mediaType: 'application/pdf', bytes: PDF.length } },
  ])
  expect(raw.split('\r').filter((line) => line.includes('|ED|VARIANT-REPORT-FILE'))).toHaveLength(1)
  const [unsent] = read(codec.writeOrder(order([knownVariant({ report: 'to-follow' })]))).variants ?? []
  expect(unsent).not.toHaveProperty('file')
})
