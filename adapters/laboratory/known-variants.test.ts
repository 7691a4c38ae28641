import type { DocumentReference, Observation, ServiceRequest } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blankVariant, type KnownVariant } from '#domain/orders/known-variants.ts'
import { knownVariant } from '#domain/orders/testing/known-variant.ts'
import { fhirCodec } from './fhir/codec.ts'
import { invalidities, loadDefinitions } from './fhir/definitions.ts'
import type { FhirBundle } from './fhir/references.ts'
import { codec } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'

beforeAll(loadDefinitions)

function orderWith(...knownVariants: KnownVariant[]) {
  const order = sampleOrder()
  return { ...order, document: { ...order.document, knownVariants } }
}

const UNCLE = {
  ...blankVariant('v1').carrier,
  firstName: 'Bao',
  lastName: 'Nguyễn',
  relation: 'Uncle',
} as const
/** The three examples: an old name, an exon of a build, and an uncertain variant in a family study. */
const LEGACY = knownVariant({ transcript: '', cdna: '', protein: '', asWritten: '6174delT', zygosity: '' })
const EXON = knownVariant({
  ...{ key: 'v2', kind: 'exon', gene: 'DMD', hgncId: 'HGNC:2928', transcript: 'NM_004006.3', exons: '5' },
  ...{ cdna: '', protein: '', build: 'GRCh37', zygosity: 'Hemizygous', purpose: 'carrier' },
})
const STUDY = knownVariant({
  ...{ key: 'v3', gene: 'MYH7', hgncId: 'HGNC:7577', transcript: 'NM_000257.4', cdna: 'c.1208G>A' },
  ...{ protein: 'p.(Arg403Gln)', variantClass: 'Uncertain significance', purpose: 'segregation' },
  carrier: { ...UNCLE, relation: 'Niece', firstName: 'Lan', dateOfBirth: '1999-01-02' },
})

/** The first test's group: segments without their numbers. */
function groupOf(...variants: KnownVariant[]): string[] {
  const lines = codec.writeOrder(orderWith(...variants)).split('\r')
  const first = lines.findIndex((line) => line.startsWith('ORC'))
  const next = lines.findIndex((line, index) => line.startsWith('ORC') && index > first)
  return lines.slice(first, next === -1 ? undefined : next).filter((line) => line !== '')
}
const answers = (group: readonly string[]) =>
  group
    .filter((line) => line.startsWith('OBX'))
    .map((line) => line.split('|'))
    .map((fields) => `${fields[3]?.split('^')[0]} ${fields[4]} ${fields[5]}`.trim())

describe('[KFV-01] HL7', () => {
  test('sends each variant by LOINC, and what LOINC has no code for by ours', () => {
    const sent = answers(groupOf(STUDY))
    for (const one of [
      '48018-6 1 HGNC:7577^MYH7^HGNC',
      '51958-7 1 NM_000257.4',
      '48004-6 1 c.1208G>A',
      '48005-3 1 p.(Arg403Gln)',
      '53034-5 1 LA6706-1^Heterozygous^LN',
      '53037-8 1 LA26333-7^Uncertain significance^LN',
      'VARIANT-PERSON 1 Lan Nguyễn',
      'VARIANT-RELATION 1 Niece',
      'VARIANT-REPORT 1 Attached to this order',
      'VARIANT-PURPOSE 1 Family study: does the variant segregate with the disease?',
    ])
      expect(sent).toContain(one)
  })

  test('sends an old name as written, and coordinates with their build', () => {
    const sent = answers(groupOf(LEGACY, EXON))
    expect(sent).toContain('VARIANT-AS-WRITTEN 1 6174delT')
    expect(sent).not.toContain('48004-6 1 6174delT')
    expect(sent).toContain('VARIANT-EXONS 2 5')
    expect(sent).toContain('62374-4 2 LA14029-5^GRCh37^LN')
  })

  test('sends heteroplasmy as a fraction, with its tissue', () => {
    const mtdna = knownVariant({
      ...{ kind: 'mtdna', gene: 'MT-TL1', hgncId: 'HGNC:7490', transcript: '', cdna: '', protein: '' },
      ...{ genomic: 'm.3243A>G', heteroplasmy: '35', tissue: 'blood' },
    })
    const sent = answers(groupOf(mtdna))
    expect(sent).toContain('81258-6 1 0.35')
    expect(sent).toContain('VARIANT-TISSUE 1 blood')
    expect(sent).toContain('81290-9 1 m.3243A>G')
  })

  test('repeats it as the relative’s earlier result, under a PID of their own', () => {
    const group = groupOf(STUDY)
    const at = group.findIndex((line) => line.startsWith('PID'))
    const prior = group.slice(at)
    expect(prior[0]).toMatch(/^PID\|1\|\|4711-v3\^\^\^KARYO\^PI\|\|Nguyễn\^Lan\|\|19990102/)
    expect(prior[1]).toMatch(
      /^OBR\|1\|\|IG-1\^Invented Genetics\|KNOWN-VARIANT\^Known variant\^L\|\|\|20260504/,
    )
    expect(answers(prior)).toContain('48004-6  c.1208G>A')
    expect(prior.filter((line) => line.startsWith('OBX')).every((line) => line.split('|')[11] === 'F')).toBe(
      true,
    )
    // Specimens come before it, as the message structure requires.
    expect(group.slice(at).some((line) => line.startsWith('SPM'))).toBe(false)
  })
})

describe('[KFV-01] FHIR', () => {
  const written = (...variants: KnownVariant[]): FhirBundle =>
    JSON.parse(fhirCodec.writeOrder(orderWith(...variants)))
  const resources = (bundle: FhirBundle) => (bundle.entry ?? []).flatMap(({ resource }) => resource ?? [])

  test('sends an Observation of the relative and their report, to which every request refers', () => {
    const bundle = written(STUDY)
    expect(invalidities(bundle)).toEqual([])
    const observation = resources(bundle).find(
      (one): one is Observation => one.resourceType === 'Observation',
    )
    expect(observation?.subject).toEqual({ type: 'Patient', display: 'Lan Nguyễn, Niece, born 1999-01-02' })
    const values = observation?.component?.map(({ code, valueCodeableConcept: value }) => [
      code.coding?.[0]?.code,
      value?.coding?.[0]?.code ?? value?.text,
    ])
    expect(values).toEqual([
      ['48018-6', 'HGNC:7577'],
      ['51958-7', 'NM_000257.4'],
      ['48004-6', 'c.1208G>A'],
      ['48005-3', 'p.(Arg403Gln)'],
      ['53034-5', 'LA6706-1'],
      ['53037-8', 'LA26333-7'],
    ])
    const report = resources(bundle).find(
      (one): one is DocumentReference => one.resourceType === 'DocumentReference',
    )
    expect(report?.content[0]?.attachment).toEqual({
      title: 'Report IG-1 of Invented Genetics',
      creation: '2026-05-04',
    })
    const supporting = (bundle.entry ?? [])
      .filter(({ resource }) => ['Observation', 'DocumentReference'].includes(resource?.resourceType ?? ''))
      .map(({ fullUrl }) => fullUrl)
    for (const one of resources(bundle))
      if (one.resourceType === 'ServiceRequest') {
        const named = ((one as ServiceRequest).supportingInfo ?? []).map(({ reference }) => reference)
        expect(named).toEqual(expect.arrayContaining(supporting))
      }
  })

  test('refers to a person of the order as the one with the variant, and sends no report that cannot be had', () => {
    const own = knownVariant({
      carrier: { ...UNCLE, relation: 'Self' },
      ...{ report: 'unavailable', reportReason: 'closed' },
    })
    const bundle = written(own, EXON)
    expect(invalidities(bundle)).toEqual([])
    const [first] = resources(bundle).filter((one): one is Observation => one.resourceType === 'Observation')
    expect(first?.subject?.reference).toBeDefined()
    expect(resources(bundle).filter((one) => one.resourceType === 'DocumentReference')).toHaveLength(1)
  })
})

test('[KFV-01] FHIR sends an uploaded report as the attachment of its DocumentReference', () => {
  const content = new TextEncoder().encode('%PDF-1.4 invented')
  const sent = fhirCodec.writeOrder({
    ...orderWith(STUDY),
    questions: { questionnaires: [], files: [{ documentId: 7, mediaType: 'application/pdf', content }] },
  })
  const bundle = JSON.parse(sent) as FhirBundle
  const found = bundle.entry
    ?.map(({ resource }) => resource)
    .find((one) => one?.resourceType === 'DocumentReference')
  expect((found as DocumentReference | undefined)?.content).toMatchObject([
    {
      attachment: {
        ...{ title: 'report.pdf', contentType: 'application/pdf' },
        data: Buffer.from(content).toString('base64'),
      },
    },
  ])
  expect(invalidities(bundle)).toEqual([])
})
