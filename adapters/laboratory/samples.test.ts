import { beforeAll, expect, test } from 'vitest'
import { fhirCodec } from './fhir/codec.ts'
import { loadDefinitions } from './fhir/definitions.ts'
import { hasOthers, othersBundles, othersResources } from './fhir/testing/foreign-resources.ts'
import type { LabUpdate, ReadMessage } from './port.ts'
import { codec } from './testing/messages.ts'
import { othersMessages } from './testing/seeds.ts'

/*
 * What becomes of each message and Bundle written by others (skipped if ../shared/samples is missing):
 * refused, and why; or which order is updated how: order number, laboratory number, test, state, status, and
 * its parts as `7` values, `4L` lines of text, a document of `2111B`. The order it meets decides whose it is
 * and what a person must look at.
 */

beforeAll(loadDefinitions)

const NOT_HERE = 'AR Unsupported message type'
const HL7: Record<string, string[]> = {
  'cdc-001_CA_OML_O21.hl7': [NOT_HERE],
  'cdc-001_Epic_ORM_O01.hl7': [NOT_HERE],
  'cdc-001_Natus_ACK.hl7': ['other ACK'],
  'cdc-001_Ochsner_OML_O21_0_initial_message.hl7': [NOT_HERE],
  // Two results, 22 lines of notes on the second, and the third with its notes.
  'cdc-002_Epic_ORU_R01.hl7': ['1008303116 23MAYO-265S0173 F5DNA reported final: 2 22L 1 6L'],
  'cdc-msh_present_but_missing_msh-10.hl7': ['AE MSH-10 is missing'],
  'cdc-msh_present_but_missing_msh-9.hl7': ['AE MSH-9 is missing'],
  // The note on the patient, and three lines of text, the first of them blank.
  'lfh-ORU-multiline-short.hl7': ['- FON_0d70c6c8 1487 reported final: 1L 3L'],
  'hl7swift-ADT-A04_Register_Patient.hl7': [NOT_HERE],
  'hl7swift-ADT-A08_Update_Patient-hl7.hl7': [NOT_HERE],
  'hl7swift-ADT-A28_Add_Patient.hl7': [NOT_HERE],
  'hl7swift-ADT-A34_Merge_Patients-Patient_ID.hl7': [NOT_HERE],
  'hl7swift-mdm.hl7': [NOT_HERE],
  'nwgmsa-ORM_O01-genetics-rare-disease.hl7': [NOT_HERE],
  // Its Base64 is truncated: accepted here, and refused when the PDF is opened.
  'nwgmsa-ORU_R01-pdf.hl7': ['1601737 T25-01FU SANGER reported final: 2111B 1L'],
  'nwgmsa-page-1-OML_O21_OML_O21.hl7': [NOT_HERE],
  'cdc-002_TX_ORU_R01.hl7': [
    '123456 20192024001 57128-1 reported final: 4L 7',
    '123456 20192024001 57717-1 reported final: 1L 5 1L 1',
    '123456 20192024001 53261-4 reported final: 2 1L',
    ...['57084-6', '57085-3'].map((test) => `123456 20192024001 ${test} reported final: 2`),
    '123456 20192024001 54078-1 reported final: 1 1L',
    ...['57086-1', '54090-6', '54079-9', '54081-5', '57087-9'].map(
      (test) => `123456 20192024001 ${test} reported final: 1`,
    ),
    ...['62333-0', '85267-3'].map((test) => `123456 20192024001 ${test} reported final: 1 1L`),
  ],
  'cdc-002_Natus_ORU_R01_NBS.hl7': newborn('- 20240041011', {
    ...{ '57128-1': '2 6L 74 113L', '58092-8': '1 2L', '53261-4': '1 2L 6' },
  }),
  'cdc-004_MN_ORU_R01_NBS_0_initial_message.hl7': newborn('423787478 20231561137', {
    ...{ '57128-1': '2 6L 74 1L', '57087-9': '1 1L' },
  }),
  'cdc-006_Natus_ORU_R01_NBS.hl7': newborn('- 20240041009', {
    ...{ '57128-1': '2 6L 74 72L', '58092-8': '1 2L', '53261-4': '1 1L 2' },
  }),
  'cdc-020_CA_ORU_R01_CDPH_OBX_to_LOINC_0_initial_message.hl7': [
    ...[
      ['54089-8', ''],
      ['57128-1', '7'],
      ['57717-1', '9'],
      ['57794-0', ''],
      ['53261-4', '19'],
      ['58092-8', '2'],
    ],
    ...[
      ['57084-6', '26'],
      ['57085-3', '10'],
      ['54078-1', '3'],
      ['57086-1', '3'],
      ['54090-6', '3'],
      ['54079-9', '3'],
    ],
    ...[
      ['54081-5', '1L 1L'],
      ['57087-9', '3'],
      ['62333-0', '3'],
      ['63414-7', '3'],
      ['79563-3', '3'],
      ['92005-8', '3'],
    ],
    ...[
      ['99717-28', '11'],
      ['99717-29', '1'],
    ],
  ].map(([test, parts]) => `7241234515 - ${test} reported final: ${parts}`.trim()),
  'cdc-020_CA_ORU_R01_CDPH_OBX_to_LOINC_3_hl7_translation_final.hl7': [
    '189609160 - 54089-8 reported final: 84 1L 1L 27',
  ],
}

/** A newborn screen in fifteen panels, most with one result; the card has none. */
function newborn(order: string, others: Record<string, string>): string[] {
  const panels = {
    ...{ '57128-1': '', '57717-1': '', '54090-6': '1', '54078-1': '1', '57086-1': '1', '57087-9': '1' },
    ...{ '54081-5': '3', '62333-0': '1', '54079-9': '1', 'CMV-PANEL': '1', '58092-8': '1', '53261-4': '1' },
    ...{ '85267-3': '1', '62300-9': '1', '92005-8': '1', ...others },
  }
  return Object.entries(panels).map(([test, parts]) => `${order} ${test} reported final: ${parts}`.trim())
}

function summaries(message: ReadMessage): string[] {
  if (message.kind === 'refused') return [`${message.code} ${message.reason}`]
  return message.kind === 'other' ? [`other ${message.type}`] : message.updates.map(summaryOf)
}

function summaryOf({ orderId, laboratoryNumber, testCode, state, report }: LabUpdate): string {
  const parts = (report?.parts ?? []).map((part) => {
    if (part.kind === 'values') return String(part.values.length)
    if (part.kind === 'genetics') return `${part.findings.length}G`
    return part.kind === 'lines' ? `${part.lines.length}L` : `${part.content.byteLength}B`
  })
  const names = [orderId, laboratoryNumber, testCode, state, report?.status].map((name) => name || '-')
  return `${names.join(' ')}: ${parts.join(' ')}`.trim()
}

const all = othersMessages('*')

test.skipIf(!hasOthers)('every foreign message has an expectation', () => {
  const files = all.map(({ file }) => file)
  // The newborn orders are orders, all refused for the same reason.
  expect(files.filter((file) => !(file in HL7) && !/_(ORM_O01|OML_O21)/.test(file))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(Object.keys(HL7)))
})

test.skipIf(!hasOthers).each(all)('$file', ({ file, raw }) => {
  const expected = HL7[file] ?? [NOT_HERE]
  const is = summaries(codec.read(raw))
  const isRefused = /^(AR|AE) /.test(expected[0] ?? '')
  if (isRefused) expect(is).toEqual([expect.stringContaining(expected[0] ?? '')])
  else expect(is).toEqual(expected)
})

const NO_BUNDLE = 'AR resourceType: Send a Bundle'
const NO_TYPE = 'AR Bundle.type: must be one of'
const NO_UPDATE = 'is not supported'
const NO_ORDER = 'None of our orders is named'
const NOTHING =
  'AE Bundle.entry: The Bundle contains no DiagnosticReport, Task or Specimen of one of our orders'
/** Bundles refused for another reason than their type or event. */
const FHIR: Record<string, string> = {
  'Bundle-bundle-complexVariant-nonHGVS.json': NOTHING,
  'Bundle-bundle-compound-heterozygote.json': NOTHING,
  'Bundle-TransactionGenomicsOrderReplyAck.json': NOTHING,
  'Bundle-ussg-fht.json.gz': NOTHING,
  'Bundle-GenomicsReportMessage.json': 'AE Bundle.entry[4].resource.data: Invalid base64Binary format',
  'Bundle-bundle-transaction.json': 'AE Bundle.entry[5].request.method: Only POST and PUT are supported',
  'Bundle-hla-1.json':
    'AE Bundle.entry[0].resource.subject: Patient/119 does not refer to exactly one Patient',
  ...Object.fromEntries(
    [
      ...[
        'CG-IG-HLA-FullBundle-01.json',
        'CYP2C19.json.gz',
        'oncology-diagnostic.json',
        'oncology-report-example.json',
      ],
      ...['oncologyexamples-r4-withGrouping.json', 'oncologyexamples-r4.json', 'pgxexample.json'],
      ...['sequence-phase-relation-CYP2C19.json'],
    ].map((name) => [`Bundle-bundle-${name}`, NO_ORDER]),
  ),
}

test.skipIf(!hasOthers)(
  'resources of others that name no order of ours are refused, each with its reason',
  () => {
    const counts = { NO_BUNDLE: 0, NO_TYPE: 0, NO_UPDATE: 0, other: 0 }
    for (const { file, resource } of othersResources()) {
      const [reason = ''] = summaries(fhirCodec.read(JSON.stringify(resource)))
      const expected = FHIR[file.replace(/^.*\//, '')]
      if (expected) expect(reason, file).toContain(expected)
      else
        expect(
          [NO_BUNDLE, NO_TYPE, NO_UPDATE].some((one) => reason.includes(one)),
          `${file}: ${reason}`,
        ).toBe(true)
      if (reason.startsWith(NO_BUNDLE)) counts.NO_BUNDLE += 1
      else if (reason.startsWith(NO_TYPE)) counts.NO_TYPE += 1
      else if (reason.includes(NO_UPDATE)) counts.NO_UPDATE += 1
      else counts.other += 1
    }
    expect(counts).toEqual({ NO_BUNDLE: 389, NO_TYPE: 9, NO_UPDATE: 10, other: Object.keys(FHIR).length })
  },
)

/**
 * The genomics guide's own Bundles, sent for our order 4711: values by Observation, notes, recommended
 * actions.
 */
const AS_SIMULATED = [
  '9G 12L 12L',
  '75G',
  '1L 11G 1 2 1L',
  '1L 11G 2 1L',
  '2G 2',
  '12G',
  '9G 2',
  '9G 1',
  '7G 2L 3L',
  '3G',
]

test.skipIf(!hasOthers)(
  'the same as results of an order of ours are taken whole, or refused without their patient',
  () => {
    const read = othersBundles().map((bundle) => summaries(fhirCodec.read(JSON.stringify(bundle)))[0] ?? '')
    const taken = read.filter((one) => !/^A[ER] /.test(one))
    expect(taken).toEqual([
      ...AS_SIMULATED.map((parts) => `4711 - 51969-4 reported final: ${parts}`),
      '4711 23-0000345 51969-4 reported final: 1L 1G 38',
    ])
    for (const reason of read.filter((one) => !taken.includes(one)))
      expect(reason).toMatch(
        /does not refer to exactly one Patient|Invalid base64Binary|is labeled as a PDF|is not downloaded/,
      )
  },
)
