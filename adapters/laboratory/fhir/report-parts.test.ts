import type { DiagnosticReport, FhirResource, Observation } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { PDF } from '../testing/messages.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, pdf, report, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const OTHER_PDF = Buffer.concat([PDF, Buffer.from('%')])

const read = (...resources: FhirResource[]) => fhirCodec.read(JSON.stringify(bundle('B', ...resources)))
function partsOf(more: Partial<DiagnosticReport>, ...resources: FhirResource[]) {
  const message = read(report(4711, 'final', more), ...resources)
  if (message.kind !== 'news') throw new Error(JSON.stringify(message))
  return message.updates[0]?.report?.parts
}

const observation = (id: string, text: string, more: Partial<Observation> = {}): Observation => ({
  ...{ resourceType: 'Observation', id, status: 'final', code: { text } },
  ...more,
})
const to = (...ids: string[]) => ids.map((id) => ({ reference: `Observation/${id}` }))
const value = (name: string, text: string, more = {}) =>
  expect.objectContaining({ name, value: text, ...more })

describe('[MSG-15] a report without a PDF', () => {
  test('[MSG-15] is shown as its results, with components, members and sources', () => {
    const variant = observation('v', 'Variant', {
      valueCodeableConcept: {
        coding: [{ system: 'http://loinc.org', code: 'LA9633-4', display: 'Present' }],
      },
      component: [
        {
          code: { text: 'Gene studied' },
          valueCodeableConcept: { coding: [{ code: 'HGNC:1884', display: 'CFTR' }] },
        },
        { code: { text: 'Allele fraction' }, valueQuantity: { value: 0.48, unit: '1', comparator: '<' } },
        { code: { text: 'Coordinates' }, valueRange: { low: { value: 5 }, high: { value: 9 } } },
      ],
    })
    const implication = observation('i', 'Significance', {
      derivedFrom: to('v'),
      valueCodeableConcept: { text: 'Likely pathogenic' },
      interpretation: [{ coding: [{ code: 'A' }] }],
      referenceRange: [{ text: 'absent' }],
      note: [{ text: 'By ACMG 2015' }],
    })
    const panel = observation('p', 'Panel', { hasMember: to('i', 'n'), valueString: 'Positive' })
    const none = observation('n', 'Copy number', { dataAbsentReason: { text: 'Not performed' } })
    const gone = observation('g', 'Mistake', { status: 'entered-in-error', valueString: 'Never' })
    expect(partsOf({ result: to('p', 'g') }, panel, implication, variant, none, gone)).toEqual([
      {
        kind: 'values',
        label: '',
        values: [
          value('Panel', 'Positive'),
          value('Significance', 'Likely pathogenic', { flag: 'A', range: 'absent' }),
        ],
      },
      { kind: 'lines', label: 'Note on Significance', lines: ['By ACMG 2015'] },
      { kind: 'values', label: '', values: [value('Copy number', 'Not performed')] },
      {
        kind: 'values',
        label: 'Variant',
        values: [
          value('Variant', 'Present'),
          value('Gene studied', 'CFTR'),
          value('Allele fraction', '<0.48', { unit: '1' }),
          value('Coordinates', '5 to 9'),
        ],
      },
    ])
  })

  test('is shown as its conclusion, in words and codes', () => {
    expect(
      partsOf({ conclusion: 'Normal', conclusionCode: [{ text: 'Negative' }, { text: 'Normal' }] }),
    ).toEqual([{ kind: 'lines', label: 'Conclusion', lines: ['Normal', 'Negative'] }])
  })

  test('names a result that the message lacks', () => {
    expect(partsOf({ result: [{ reference: 'Observation/away', display: 'CNV call' }] })).toEqual([
      { kind: 'values', label: '', values: [value('CNV call', 'Not in the message')] },
    ])
  })

  test('keeps unreferenced results and documents, and lists everything else that came', () => {
    const resources: FhirResource[] = [
      observation('o', 'Age', { valueInteger: 7 }),
      {
        resourceType: 'DocumentReference',
        status: 'current',
        content: [{ attachment: { title: 'Methods', ...pdf() } }],
      },
      {
        resourceType: 'RiskAssessment',
        status: 'final',
        subject: { display: 'Linh' },
        code: { text: 'Breast cancer risk' },
      },
      { resourceType: 'Organization', name: 'Larkfield' },
    ]
    expect(partsOf({}, ...resources)).toMatchObject([
      { kind: 'values', values: [{ name: 'Age', value: '7' }] },
      { kind: 'document', label: 'Methods', content: PDF },
      { kind: 'lines', label: 'Also in the message', lines: ['Risk Assessment Breast cancer risk (final)'] },
    ])
  })

  test('is required for these, which are otherwise refused', () => {
    expect(read(task(4711, 'completed'), observation('o', 'Age', { valueInteger: 7 }))).toMatchObject({
      kind: 'refused',
      issues: [{ expression: ['Bundle.entry[1].resource'] }],
    })
  })
})

test('[MSG-11] keeps every form that a report is presented in', () => {
  const presentedForm = [
    { title: 'Report', ...pdf() },
    { title: 'Supplement', ...pdf(Buffer.concat([PDF, Buffer.from('%')])) },
    { title: 'Page', contentType: 'text/html', data: btoa('<p>No variant</p>') },
    { title: 'Viewer', contentType: 'text/html', url: 'https://lims.test/r/1' },
    { title: 'Picture', contentType: 'image/dicom', data: btoa('\0\x01') },
  ]
  expect(partsOf({ presentedForm })).toMatchObject([
    { kind: 'document', label: 'Report', filename: 'report.pdf' },
    { kind: 'document', label: 'Supplement', filename: 'report-2.pdf' },
    { kind: 'lines', label: 'Page', lines: ['No variant'] },
    { kind: 'lines', label: 'Viewer', lines: [expect.stringContaining('https://lims.test/r/1')] },
    { kind: 'lines', label: 'Picture', lines: [expect.stringContaining('cannot be shown')] },
  ])
})

test('reads the reason of a change from an extension, whose code names the kind of change', () => {
  const reason = { coding: [{ code: 'reclassification' }], text: 'Now pathogenic' }
  const message = read(
    report(4711, 'corrected', { extension: [{ url: SYSTEMS.reportChange, valueCodeableConcept: reason }] }),
  )
  expect(message).toMatchObject({
    updates: [{ report: { status: 'amended', change: 'reclassification', words: 'Now pathogenic' } }],
  })
})

describe('[MSG-02] a withdrawn report', () => {
  const withdrawn = report(4711, 'entered-in-error', {
    ...{ id: 'r', presentedForm: [pdf()], conclusion: 'Never' },
    result: [{ reference: 'Observation/own' }],
  })
  const own = observation('own', 'Age', { valueInteger: 7 })
  const methods: FhirResource = {
    ...{ resourceType: 'DocumentReference', status: 'current' },
    content: [{ attachment: { title: 'Methods', ...pdf(OTHER_PDF) } }],
  }
  const { basedOn: _none, ...earlier } = report(4711, 'final', { conclusion: 'VUS' })

  test('carries nothing; results beside it are kept apart and leave every report’s status unchanged', () => {
    for (const status of ['entered-in-error', 'cancelled'] as const) {
      const message = read({ ...withdrawn, status }, own, methods, { ...earlier, code: { text: 'Panel' } })
      expect(message).toMatchObject({
        updates: [
          { orderId: 4711, report: { parts: [] } },
          {
            ...{ orderId: 4711, state: null, testCode: 'WES1', treatments: [] },
            report: {
              ...{ status: 'unclear', besideWithdrawal: true, read: { report: status, results: [] } },
              parts: [
                { kind: 'document', label: 'Methods', content: OTHER_PDF },
                { kind: 'lines', label: 'Another report: Panel (final)', lines: ['Not dated'] },
                { kind: 'lines', label: 'Another report: Panel (final): Conclusion', lines: ['VUS'] },
              ],
            },
          },
        ],
      })
      expect(message).toMatchObject({ updates: { length: 2 } })
    }
  })

  test('repeats nothing of its own', () => {
    expect(read(withdrawn, own)).toMatchObject({ updates: { length: 1 } })
  })

  test('leaves what came beside it to a valid report in the Bundle, once', () => {
    const message = read(
      withdrawn,
      report(4712, 'cancelled'),
      report(4711, 'final', { presentedForm: [pdf()] }),
      report(4711, 'entered-in-error'),
      methods,
    )
    expect(message).toMatchObject({
      updates: [
        { report: { status: 'withdrawn', parts: [] } },
        { report: { status: 'cancelled', parts: [] } },
        { report: { status: 'final', parts: [{ label: '' }, { label: 'Methods' }] } },
        { report: { status: 'withdrawn', parts: [] } },
      ],
    })
    expect(message).toMatchObject({ updates: { length: 4 } })
  })

  test('is mentioned beside another report, without its content', () => {
    const gone = { ...earlier, status: 'entered-in-error' as const, presentedForm: [pdf()] }
    expect(partsOf({}, { ...gone, code: { text: 'Panel' } })).toEqual([
      { kind: 'lines', label: 'Another report: Panel (entered-in-error)', lines: ['Not dated'] },
    ])
  })
})
