import type { Specimen } from 'fhir/r4.js'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { blankSample, PROBAND, type Sample } from '#domain/orders/document.ts'
import { fhirCodec } from './fhir/codec.ts'
import { invalidities, loadDefinitions } from './fhir/definitions.ts'
import type { FhirBundle } from './fhir/references.ts'
import type { LaboratoryOrder } from './port.ts'
import { codec } from './testing/messages.ts'
import { sampleChange, sampleOrder } from './testing/order.ts'
import { answersTo, fieldsOf, named } from './testing/segments.ts'

beforeAll(loadDefinitions)

/** Cultured skin of the left arm, and the blood that it was sent with. */
const CULTURE: Partial<Sample> = {
  ...{ specimenType: 'Cultured Fibroblasts', role: 'Positive control', state: 'Cultured', parent: 's1' },
  ...{ condition: 'ROOM', amount: '2', amountUnit: '{flasks}', tubes: '2', site: 'Arm', side: 'L' },
  ...{ dateOfCollection: '2026-03-11', timeOfCollection: '10:15', timeZone: 'America/New_York' },
  ...{ collectionMethod: 'BIO', collector: 'Nadia Pell, RN', arrivesOn: '2026-03-13', isEstimated: true },
}
const BLOOD: Partial<Sample> = {
  ...{ specimenType: 'Blood', additive: 'EDTK', amount: '3', amountUnit: 'mL', collectionMethod: 'VENIP' },
}
const BLOCK: Partial<Sample> = {
  ...{ specimenType: 'FFPE Tumor Block', role: 'Tumor', state: 'Fixed', additive: 'BF10' },
  ...{ tumorPercent: '40', blockId: 'S26-1 A2', fixation: '10% formalin, 24 hours' },
}
const EXTRACT: Partial<Sample> = {
  ...{ specimenType: 'Extracted DNA', state: 'Extracted' },
  ...{ extractedBy: 'Quay Labs', accreditation: 'CLIA 99D0000000' },
}
const RNA: Partial<Sample> = {
  specimenType: 'Blood in PAXgene Tube',
  additive: 'PAXGENE',
  concentration: '50',
}

function orderOf(...samples: Partial<Sample>[]): LaboratoryOrder {
  const order = sampleOrder()
  order.document.samples = samples.map((more, index) => ({
    ...blankSample(PROBAND, `s${index + 1}`),
    ...more,
  }))
  return order
}

const spmOf = (order: LaboratoryOrder) => named(fieldsOf(codec.writeOrder(order)), 'SPM')
const bundleOf = (order: LaboratoryOrder): FhirBundle => JSON.parse(fhirCodec.writeOrder(order))
const specimensOf = (order: LaboratoryOrder) =>
  (bundleOf(order).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'Specimen' ? [resource as Specimen] : [],
  )

test('an extract has its laboratory and accreditation in both formats', () => {
  const order = orderOf(EXTRACT)
  const fields = fieldsOf(codec.writeOrder(order))
  expect(answersTo(fields, 'EXTRACTED-BY')[0]?.[1]).toBe('Quay Labs')
  expect(answersTo(fields, 'EXTRACTION-ACCREDITATION')[0]?.[1]).toBe('CLIA 99D0000000')
  const [specimen] = specimensOf(order)
  expect(JSON.stringify(specimen?.note)).toContain('CLIA 99D0000000')
})

describe('[SPCM-02] a specimen in HL7', () => {
  it('has its type in our words, in table 0487 or SNOMED CT, and always in SNOMED CT', () => {
    const order = orderOf(BLOOD, CULTURE, BLOCK, RNA)
    expect(
      spmOf(order)
        .slice(0, 4)
        .map((spm) => spm[4]),
    ).toEqual([
      'Blood^Blood^L^BLD^Blood specimen with EDTA^HL70487',
      'Cultured Fibroblasts^Cultured Fibroblasts^L^FIB^Fibroblast specimen^HL70487',
      'FFPE Tumor Block^FFPE Tumor Block^L^441652008^Formalin-fixed paraffin-embedded tissue specimen^SCT',
      'Blood in PAXgene Tube^Blood in PAXgene Tube^L^BLD^Peripheral blood specimen^HL70487',
    ])
    const obx = named(fieldsOf(codec.writeOrder(order)), 'OBX').filter((one) => one[3]?.startsWith('66746-9'))
    expect(obx[0]?.slice(2, 6)).toEqual([
      ...['CE', '66746-9^Specimen type^LN', '', '445295009^Blood specimen with EDTA^SCT'],
    ])
  })

  it('has what it was made from, additive, state, role, amount, condition, site, method and tubes', () => {
    const [blood, culture, block, rna] = spmOf(orderOf(BLOOD, CULTURE, BLOCK, RNA))
    const fields = (spm: string[] = []) => [3, 5, 6, 7, 8, 9, 11, 12, 24, 26].map((at) => spm[at] ?? '')
    expect(fields(blood)).toEqual([
      ...['', '', 'EDTK^Potassium EDTA^HL70371', 'VENIP^Venipuncture^HL70488', '', '', ''],
      ...['3^mL&&UCUM', '', ''],
    ])
    expect(fields(culture)).toEqual([
      ...['4711-s1', 'CULTURED^Cultured^L', '', 'BIO^Biopsy^HL70488', '^Arm', 'L^Left^HL70495'],
      ...['POSITIVE-CONTROL^Positive control^L', '2^{flasks}&&UCUM', 'ROOM^Room temperature^HL70493', '2'],
    ])
    expect(fields(block)).toEqual([
      ...['', 'FIXED^Fixed^L', 'BF10^Buffered 10% formalin^HL70371', '', '', '', 'TUMOR^Tumor^L', '', '', ''],
    ])
    expect(rna?.[6]).toBe('PAXGENE^RNA stabilizer (PAXgene)^L')
  })

  it('has the minute of its collection by the clinic’s clock, in SPM and OBR', () => {
    const segments = fieldsOf(codec.writeOrder(orderOf({ ...CULTURE, parent: '' })))
    expect(named(segments, 'SPM')[0]?.[17]).toBe('202603111015-0400')
    expect(named(segments, 'OBR')[0]?.[7]).toBe('202603111015-0400')
    expect(answersTo(segments, 'COLLECTION-ZONE')[0]).toEqual(['', 'America/New_York'])
    expect(answersTo(segments, 'COLLECTION-ESTIMATED')[0]).toEqual(['', 'Yes'])
    expect(answersTo(segments, 'COLLECTOR')[0]).toEqual(['', 'Nadia Pell, RN'])
    expect(answersTo(segments, 'ARRIVAL-EXPECTED')[0]).toEqual(['', '20260313'])
  })

  it('has the figures of a tumor block and of extracted RNA', () => {
    const segments = fieldsOf(codec.writeOrder(orderOf(BLOCK, RNA)))
    const first = (question: string) => answersTo(segments, question)[0]?.[1]
    expect(['TUMOR-PERCENT', 'BLOCK-ID', 'FIXATION', 'CONCENTRATION'].map(first)).toEqual([
      ...['40', 'S26-1 A2', '10% formalin, 24 hours', '50'],
    ])
  })
})

describe('[SPCM-02] a specimen in FHIR', () => {
  it('is valid, and has the same in its elements', () => {
    const order = orderOf(BLOOD, CULTURE, BLOCK, RNA)
    expect(invalidities(bundleOf(order))).toEqual([])
    const [blood, culture, block, rna] = specimensOf(order)
    expect(blood).toMatchObject({
      type: {
        coding: [
          { system: 'urn:karyo:specimen-type', code: 'Blood' },
          { system: 'http://snomed.info/sct', code: '445295009' },
          { system: 'http://terminology.hl7.org/CodeSystem/v2-0487', code: 'BLD' },
        ],
      },
      container: [
        {
          additiveCodeableConcept: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0371', code: 'EDTK' }],
          },
        },
      ],
    })
    expect(culture).toMatchObject({
      parent: [{ reference: expect.stringMatching(/^urn:uuid:/) }],
      collection: {
        collector: { display: 'Nadia Pell, RN' },
        collectedDateTime: '2026-03-11T10:15:00-04:00',
        quantity: { value: 2, unit: 'flasks', system: 'http://unitsofmeasure.org', code: '{flasks}' },
        bodySite: { text: 'Arm, left' },
        method: { coding: [{ code: 'BIO' }] },
      },
      container: [{ description: '2 tubes' }],
      condition: [{ coding: [{ code: 'ROOM' }] }],
      processing: [{ description: 'Cultured' }],
      note: expect.arrayContaining([{ text: 'Role: Positive control' }]),
    })
    expect(block?.note).toEqual(
      expect.arrayContaining([{ text: 'Tumor nuclei in percent: 40' }, { text: 'Block: S26-1 A2' }]),
    )
    expect(rna?.container).toEqual([{ additiveCodeableConcept: { text: 'RNA stabilizer (PAXgene)' } }])
  })

  it('refers only to a specimen that is sent', () => {
    expect(specimensOf(orderOf({ ...CULTURE, parent: 's9' }))[0]?.parent).toBeUndefined()
  })
})

describe('[SPCM-04] a person’s blood', () => {
  const order = orderOf(BLOOD)
  const [proband] = order.document.patients
  if (proband)
    proband.bloodHistory = {
      ...{
        transfusion: 'Yes',
        transfusedOn: '2026-03-01',
        transfusionProduct: 'Exchange',
        leukoreduced: 'Unknown',
      },
      ...{
        transplant: 'Allogeneic',
        transplantedOn: '2020-05-01',
        transplantDonor: 'Sister',
        bloodCancer: 'No',
      },
    }

  it('is told in HL7, the transfusion by its LOINC code', () => {
    const segments = fieldsOf(codec.writeOrder(order))
    const transfusion = named(segments, 'OBX').find((one) => one[3]?.startsWith('56836-0'))
    expect(transfusion?.slice(2, 6)).toEqual([
      ...['CE', '56836-0^History of blood transfusion^LN', '4711-proband', 'Y^Yes^HL70136'],
    ])
    const first = (question: string) => answersTo(segments, question)[0]
    expect(first('TRANSFUSION-DATE')).toEqual(['4711-proband', '20260301'])
    expect(first('TRANSFUSION-PRODUCT')).toEqual(['4711-proband', 'Exchange'])
    expect(first('LEUKOREDUCED')).toEqual(['4711-proband', 'UNK^Unknown^NULLFL'])
    expect(first('TRANSPLANT')).toEqual(['4711-proband', 'Allogeneic'])
    expect(first('TRANSPLANT-DATE')).toEqual(['4711-proband', '20200501'])
    expect(first('TRANSPLANT-DONOR')).toEqual(['4711-proband', 'Sister'])
    expect(first('BLOOD-CANCER')).toEqual(['4711-proband', 'N^No^HL70136'])
  })

  it('is told in FHIR, an unknown answer in words', () => {
    const bundle = bundleOf(order)
    expect(invalidities(bundle)).toEqual([])
    const items = JSON.stringify(bundle)
    expect(items).toContain(
      '"linkId":"56836-0","text":"History of blood transfusion","answer":[{"valueBoolean":true',
    )
    expect(items).toContain(
      '"linkId":"LEUKOREDUCED","text":"Transfused without white cells","answer":[{"valueString":"Unknown"',
    )
    expect(items).toContain('"linkId":"TRANSPLANT-DATE"')
  })
})

test('[SPCM-05] a specimen keeps its number when others are removed, and its recollection adds to it', () => {
  const order = orderOf(BLOOD, BLOCK, RNA)
  order.document.samples.splice(1, 1)
  const again = { key: 's3-r1', type: 'Blood', dateOfCollection: '2026-03-13', patientKey: PROBAND }
  const recollection = codec.writeChange({
    ...{ ...sampleChange(), document: order.document },
    specimen: { ...again, shipment: null },
  })
  expect(named(fieldsOf(recollection), 'SPM').map((spm) => spm[2])).toEqual(['4711-s3-r1'])
  expect(
    spmOf(order)
      .slice(0, 2)
      .map((spm) => spm[2]),
  ).toEqual(['4711-s1', '4711-s3'])
})
