import { expect, test } from 'vitest'
import { blankPayment } from '#domain/orders/document.ts'
import { codec } from './testing/messages.ts'
import { sampleAddOn, sampleCancellation, sampleOrder } from './testing/order.ts'
import { answersTo, fieldsOf, named } from './testing/segments.ts'

/** The segments of an order with an edited document. */
function written(change: (document: ReturnType<typeof sampleOrder>['document']) => void): string[][] {
  const order = sampleOrder()
  change(order.document)
  return fieldsOf(codec.writeOrder(order))
}

test('sends home and work contacts, and omits former ones', () => {
  const segments = written(({ patients: [proband] }) => {
    if (!proband) return
    proband.contacts = [
      { type: 'Phone', reference: 'Mobile', value: '+1 555 010 0001' },
      { type: 'Phone', reference: 'Work', value: '+1 555 010 0002' },
      { type: 'Fax', reference: 'Work', value: '+1 555 010 0003' },
      { type: 'Phone', reference: 'Old', value: '+1 555 010 0004' },
      { type: 'Pager', reference: 'Home', value: '5550005' },
      { type: 'Url', reference: 'Home', value: 'family.example.test' },
      { type: 'Email', reference: 'Work', value: 'work@example.test' },
    ]
    const [home] = proband.addresses
    if (home) proband.addresses.push({ ...home, type: 'Mailing', addressLine1: 'PO Box 9' })
    proband.preferredContact = 'Email'
  })
  const pid = named(segments, 'PID')[0] ?? []
  expect(pid[11]).toBe('1 Quay St^^Larkfield^ME^04001^USA^H~PO Box 9^^Larkfield^ME^04001^USA^M')
  expect(pid[13]?.split('~')).toEqual([
    '^PRN^CP^^^^^^^^^+1 555 010 0001',
    '^BPN^BP^^^^^^^^^5550005',
    '^PRN^^^^^^^Url^^^family.example.test',
  ])
  expect(pid[14]?.split('~')).toEqual([
    '^WPN^PH^^^^^^^^^+1 555 010 0002',
    '^WPN^FX^^^^^^^^^+1 555 010 0003',
    '^NET^Internet^work@example.test',
  ])
  expect(answersTo(segments, 'PREFERRED-CONTACT')[0]).toEqual(['4711-proband', 'Email'])
})

test('sends the three-letter ISO 3166 country of an address abroad', () => {
  const at = (otherCountry?: string) => {
    const segments = written(({ patients: [proband] }) => {
      const [home] = proband?.addresses ?? []
      if (!home) return
      Object.assign(home, { city: 'Berlin', state: '', postalCode: '10115', country: 'Other', otherCountry })
    })
    return named(segments, 'PID')[0]?.[11]
  }
  expect(at('DE')).toBe('1 Quay St^^Berlin^^10115^DEU^H')
  // An address stored before the country became a field.
  expect(at()).toBe('1 Quay St^^Berlin^^10115^^H')
})

test('sends the station of a VA hospital’s order', () => {
  const segments = written((document) => {
    document.vaStation = '636A6'
  })
  expect(answersTo(segments, 'VA-STATION')[0]?.[1]).toBe('636A6')
  expect(
    answersTo(
      written(() => {}),
      'VA-STATION',
    ),
  ).toEqual([])
})

test('describes a relative’s own insurance in words, never as the patient’s IN1', () => {
  const segments = written(({ patients, payment }) => {
    payment.billingType = 'Intitutional'
    const [, mother] = patients
    if (!mother) return
    mother.affected = 'Unaffected'
    mother.payment = {
      ...blankPayment(),
      billingType: 'Insurance',
      insurance: {
        ...blankPayment().insurance,
        company: 'Fernhill Health',
        kind: 'Medicaid',
        memberId: 'F1',
      },
    }
  })
  expect(named(segments, 'IN1')).toEqual([])
  expect(named(segments, 'PV1')[0]?.[20]).toBe('C')
  expect(answersTo(segments, 'PAYER')[0]).toEqual([
    '4711-relative-1',
    'Insurance: Fernhill Health, Medicaid, member F1',
  ])
  expect(answersTo(segments, 'AFFECTED')[0]).toEqual(['4711-relative-1', 'Unaffected'])
})

test('sends a specimen’s person, tissue, and how and by whom it was collected', () => {
  const segments = written(({ samples: [first, second] }) => {
    if (!first || !second) return
    Object.assign(first, { specimenType: 'CVS', approach: 'TC', counselor: 'Ines Varga', labFrom: 'Bay Lab' })
    Object.assign(second, { specimenType: 'Fresh Tissue', tissue: 'POC', additionalCulture: 'Yes' })
    Object.assign(second, { priorTestPerformed: 'No', bgFamilyNumber: 'FAM-7' })
  })
  const specimens = named(segments, 'SPM').slice(0, 2)
  expect(specimens.map((spm) => [spm[1], spm[4], spm[5], spm[7], spm[14]])).toEqual([
    ['1', 'CVS^CVS^L^258565009^Chorionic villi specimen^SCT', '', 'TC^Transcervical^L', ''],
    [
      '2',
      'Fresh Tissue^Fresh Tissue^L^TISS^Products of conception specimen^HL70487',
      'POC^Products of conception^L',
      '',
      'Mother: Mai Nguyễn',
    ],
  ])
  const below = segments.slice(segments.findIndex(([name]) => name === 'SPM'))
  expect(answersTo(below, 'SPECIMEN-OF').slice(0, 2)).toEqual([
    ['', '4711-proband'],
    ['', '4711-relative-1'],
  ])
  expect(answersTo(below, 'COUNSELOR')[0]).toEqual(['', 'Ines Varga'])
  expect(answersTo(below, 'SENT-BY')[0]).toEqual(['', 'Bay Lab'])
  expect(answersTo(below, 'ADDITIONAL-CULTURE')[0]).toEqual(['', 'Y^Yes^HL70136'])
  expect(answersTo(below, 'TESTED-BEFORE')[0]).toEqual(['', 'N^No^HL70136'])
  expect(answersTo(below, 'FAMILY-NUMBER')[0]).toEqual(['', 'FAM-7'])
})

test('sends the clinical part: earlier tests, imaging, family history and known variant', () => {
  const segments = written((document) => {
    Object.assign(document.priorTesting, { performed: 'Yes', aneuploidyFish: 'Abnormal' })
    document.imaging = [{ type: 'MRI', result: 'Abnormal', date: '2026-01-09', details: 'Left | temporal' }]
    document.familyHistory = {
      familyHistoryOfDiseaseBeingTested: 'Yes',
      diagnoses: [
        { relationshipType: 'Maternal', relative: 'aunt', diagnosis: 'Epilepsy', ageAtDiagnosis: '7' },
        { relationshipType: 'EggDonor', relative: '', diagnosis: 'None known', ageAtDiagnosis: '' },
      ],
    }
    const request = document.familyTestingRequest
    Object.assign(request, { targetSequencing: true, deletionDuplicationAnalysis: true })
    Object.assign(request.targetSequencingData, {
      gene: 'SCN1A',
      variant: 'c.1A>G',
      dateOfBirth: '1988-02-03',
    })
  })
  expect(answersTo(segments, 'PRIOR-TESTING')[0]).toEqual(['', 'Y^Yes^HL70136'])
  const flagged = named(segments, 'OBX').filter((obx) => obx[8] === 'A')
  expect(flagged.slice(0, 2).map((obx) => [obx[3], obx[5], obx[14] ?? ''])).toEqual([
    ['PRIOR-FISH^Aneuploidy FISH^L', 'Abnormal', ''],
    ['IMAGING^Imaging^L', 'MRI: Left \\F\\ temporal', '20260109'],
  ])
  expect(answersTo(segments, 'FAMILY-DIAGNOSIS').slice(0, 2)).toEqual([
    ['1', 'Maternal, aunt: Epilepsy, at age 7'],
    ['2', 'EggDonor: None known'],
  ])
  expect(answersTo(segments, 'TARGET-GENE')[0]).toEqual(['', 'SCN1A'])
  expect(answersTo(segments, 'TARGET-VARIANT')[0]).toEqual(['', 'c.1A>G'])
  expect(answersTo(segments, 'TARGET-PROBAND-BIRTH-DATE')[0]).toEqual(['', '19880203'])
  expect(answersTo(segments, 'DELETION-DUPLICATION')[0]).toEqual(['', 'Y^Yes^HL70136'])
  expect(answersTo(segments, 'FULL-GENE-SEQUENCING')).toEqual([])
})

test('sends the diagnoses of a family that does not have the disease being tested', () => {
  const segments = written((document) => {
    document.familyHistory = {
      familyHistoryOfDiseaseBeingTested: 'No',
      diagnoses: [
        {
          relationshipType: 'Maternal',
          relative: 'mother',
          diagnosis: 'Breast cancer',
          ageAtDiagnosis: '42',
        },
      ],
    }
  })
  expect(answersTo(segments, 'FAMILY-HISTORY')[0]).toEqual(['', 'N^No^HL70136'])
  expect(answersTo(segments, 'FAMILY-DIAGNOSIS')[0]).toEqual([
    '1',
    'Maternal, mother: Breast cancer, at age 42',
  ])
})

test('omits questions that were not asked, or answered with no', () => {
  const segments = written((document) => {
    Object.assign(document.priorTesting, {
      performed: 'No',
      laboratoryName: 'typed before the answer changed',
    })
    Object.assign(document.familyTestingRequest.targetSequencingData, { gene: 'SCN1A' })
  })
  expect(answersTo(segments, 'PRIOR-TESTING')[0]).toEqual(['', 'N^No^HL70136'])
  expect(answersTo(segments, 'PRIOR-LABORATORY')).toEqual([])
  expect(answersTo(segments, 'TARGET-GENE')).toEqual([])
})

test('sends chosen genes with their test only, overridden warnings with their reason, kits once', () => {
  const segments = written(({ tests: [test], overrides, kits }) => {
    test?.genes.push('SCN1A', 'KCNQ2')
    overrides.push({ key: 'ordered-before:WES01', reason: 'The first specimen was lost' })
    kits.push({ kitType: 'Saliva', quantity: 2 })
  })
  expect(answersTo(segments, 'GENES')).toEqual([['', 'SCN1A~KCNQ2']])
  expect(answersTo(segments, 'WARNING-OVERRIDDEN')[0]).toEqual([
    '1',
    'ordered-before:WES01: The first specimen was lost',
  ])
  expect(answersTo(segments, 'KIT')).toEqual([['', '2 × Saliva']])
})

test('sends an add-on for the existing specimen, under its laboratory number unless a new one is requested', () => {
  const order = sampleAddOn()
  const segments = fieldsOf(codec.writeOrder(order))
  expect(named(segments, 'ORC').map((orc) => [orc[1], orc[3], orc[8]])).toEqual(
    Array(2).fill(['NW', '26-104417^LIS', '4700&KARYO^26-104417&LIS']),
  )
  const [obr] = named(segments, 'OBR')
  expect([obr?.[3], obr?.[7], obr?.[11]]).toEqual(['26-104417^LIS', '20260220', 'A'])
  const spm = named(segments, 'SPM')
  expect(spm.map((one) => [one[1], one[2], one[4]])).toEqual(
    Array(2).fill(['1', '4700-s1', 'Blood^Blood^L^BLD^Blood specimen^HL70487']),
  )
  expect(answersTo(segments, 'ADD-ON')[0]).toEqual(['', 'reflex'])

  if (order.existing) order.existing.newLaboratoryNumber = true
  const renumbered = fieldsOf(codec.writeOrder(order))
  expect(named(renumbered, 'OBR').map((one) => [one[3], one[11]])).toEqual(Array(2).fill(['', 'A']))
  expect(named(renumbered, 'ORC')[0]?.[8]).toBe('4700&KARYO^26-104417&LIS')
})

test('names in a cancellation the order, each test, who requests it and why', () => {
  const segments = fieldsOf(
    codec.writeCancellation({ ...sampleCancellation(), type: 'Sample', laboratoryNumber: '26-104417' }),
  )
  expect(segments.map(([name]) => name)).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'ORC', 'OBR'])
  expect([segments[0]?.[7], segments[0]?.[10]]).toEqual(['20260313080000+0000', 'CA4711-1'])
  const [orc] = named(segments, 'ORC')
  expect([orc?.[1], orc?.[2], orc?.[3], orc?.[16]]).toEqual([
    'CA',
    '4711^KARYO',
    '26-104417^LIS',
    'Sample^Ordered twice \\F\\ by mistake^L',
  ])
  expect(orc?.[10]).toBe('1234567893^Oduya^Maren^^^^^^NPI^L^^^NPI')
  expect(named(segments, 'OBR').map((obr) => obr[4]?.split('^')[0])).toEqual(['WES01', 'MIT02'])
  expect(codec.writeCancellation(sampleCancellation())).toBe(codec.writeCancellation(sampleCancellation()))
})
