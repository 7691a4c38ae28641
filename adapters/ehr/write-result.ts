import { isDeepStrictEqual } from 'node:util'
import type { Hl7Segment } from '@medplum/core'
import type { ResultSettings, ResultStatus } from '#domain/ehr/results.ts'
import type { ReportPart, ReportValue } from '#domain/reports/report-update.ts'
import { table } from '#domain/table.ts'
import type { Identity } from '../hl7/acknowledgement.ts'
import {
  copyField,
  type FieldContent,
  segment,
  segmentOf,
  setComposed,
  textOf,
  writeSegments,
} from '../hl7/message.ts'
import { writeDate, writeTime } from '../hl7/times.ts'
import { findingSegments } from '../hl7/write-findings.ts'
import { type EhrResult, fileMark, type SentFile } from './port.ts'
import { testOf } from './read-orders.ts'

/** OBR-25 (table 0123). */
const OBR_STATUS: Readonly<Record<ResultStatus, string>> = {
  ...{ received: 'I', cancelled: 'X', preliminary: 'P', partial: 'A', final: 'F' },
  ...{ addended: 'C', amended: 'C', corrected: 'C', withdrawn: 'C' },
}

/** What stands before the laboratory's words of a change (NTE). */
const CHANGE_WORDS = table<string>({
  ...{ addended: 'ADDENDUM', amended: 'AMENDED REPORT', corrected: 'CORRECTED REPORT' },
  withdrawn: 'WITHDRAWN BY THE LABORATORY: DO NOT USE',
})

/** Of a report that is not final, where the chart had one that was. */
const INSTEAD_WORDS = 'NOT FINAL: REPLACES THE REPORT SENT BEFORE'

/** Table 0001. */
const SEX = table<string>({ Female: 'F', Male: 'M', Ambiguous: 'A', Unknown: 'U' })

/** One report, or the progress of an order, as ORU^R01: the same text however often it is written. */
export function writeResult(identity: Identity, sent: EhrResult): string {
  const echoed = sent.echo === '' ? [] : sent.echo.split('\n').map(segmentOf)
  const echo = (name: string) => echoed.find((one) => one.name === name)
  const chart = sent.isOthersNow ? segmentsIn(sent.filed.at(-1) ?? '') : echoed
  const [pid, pv1] = ['PID', 'PV1'].map((name) => chart.find((one) => one.name === name))
  const { status, isInstead = false } = sent.result
  const change = isInstead ? INSTEAD_WORDS : (CHANGE_WORDS[status] ?? '')
  const words = [change, sent.result.words].filter(Boolean).join('. ')
  const notes = [fetusNote(sent), words].filter(Boolean)
  return writeSegments([
    headerOf(identity, sent),
    pid ?? patientOf(sent),
    ...(pv1 ? [pv1] : []),
    ...requestOf(
      identity,
      sent,
      echo('ORC'),
      echoed.filter(({ name }) => name === 'OBR'),
    ),
    ...notes.map((note, index) => segment('NTE', { 1: String(index + 1), 3: note })),
    ...observationsOf(sent),
  ])
}

const segmentsIn = (body: string): Hl7Segment[] => body.split('\r').filter(Boolean).map(segmentOf)

/** PID is the pregnant woman, in whose chart it is filed: nobody may take it for hers. */
function fetusNote({ fetus }: EhrResult): string {
  return fetus ? `RESULT OF ${fetus.words.toUpperCase()} OF THIS PATIENT’S PREGNANCY, NOT OF THE PATIENT` : ''
}

function headerOf(identity: Identity, { settings, processingId, controlId, at }: EhrResult): Hl7Segment {
  return segment('MSH', {
    3: identity.sendingApplication,
    4: identity.sendingFacility,
    5: settings.application,
    6: settings.facility,
    7: writeTime(at),
    9: settings.version === '2.3' ? ['ORU', 'R01'] : ['ORU', 'R01', 'ORU_R01'],
    10: controlId,
    11: processingId,
    12: settings.version,
    18: 'UNICODE UTF-8',
  })
}

/** A patient whose order did not come from the hospital: known there by the record number. */
function patientOf({ patient, settings }: EhrResult): Hl7Segment {
  return segment('PID', {
    1: '1',
    3: [patient.recordNumber, '', '', settings.authority, 'MR'],
    5: [patient.lastName, patient.firstName],
    7: writeDate(patient.dateOfBirth),
    8: SEX[patient.sex] ?? 'U',
  })
}

/** ORC, and the OBR of the test: what the hospital wrote into them goes back as it came. */
function requestOf(
  identity: Identity,
  { placer, filler, result, settings, collectedOn, provider, fetus, asked }: EhrResult,
  theirOrc: Hl7Segment | undefined,
  theirObrs: readonly Hl7Segment[],
): Hl7Segment[] {
  const theirObr = theirObrs.find((one) => isDeepStrictEqual(testOf(one), asked))
  const numbers = {
    2: placer ? [placer.number, placer.namespace, placer.universalId, placer.universalIdType] : '',
    3: [filler, identity.sendingApplication],
  }
  const orc = segment('ORC', { 1: 'RE', ...numbers })
  const ownCode = [result.test.code, [result.test.name, fetus?.words].filter(Boolean).join(', '), 'L']
  // Of an order of before only the first OBR is kept: its other tests have their codes alone.
  const [code] = asked ?? []
  const coded = theirObr
    ? [1, 2, 3].map((part) => textOf(theirObr, 4, part))
    : [code?.code ?? '', code?.text ?? '', code?.system ?? '']
  const isUncoded = coded.every((part) => part === '')
  const obr = segment('OBR', {
    1: '1',
    ...numbers,
    4: isUncoded ? ownCode : [...coded, ...ownCode],
    7: writeDate(collectedOn),
    22: writeTime(new Date(result.madeAt)),
    25: result.status === 'withdrawn' && settings.withdrawn === 'X' ? 'X' : OBR_STATUS[result.status],
  })
  copyField(orc, 4, theirOrc)
  copyField(obr, 7, theirObr)
  const named = [provider.npi, provider.lastName, provider.firstName]
  const isNamed = provider.npi !== '' || provider.lastName !== ''
  const ordering: FieldContent = isNamed ? [...named, '', '', '', '', '', '', '', '', '', 'NPI'] : ''
  const ordered = [theirObr, ...theirObrs]
  for (const [to, field] of [
    [orc, 12],
    [obr, 16],
  ] as const) {
    const from = [theirOrc?.getField(12), ...ordered.map((one) => one?.getField(16))].find(
      (one) => one && one.toString() !== '',
    )
    if (from) to.setField(field, from)
    else if (isNamed) copyField(to, field, segment(to.name, { [field]: ordering }))
  }
  if (result.signedBy !== '') setComposed(obr, 32, [['', result.signedBy]])
  return [orc, obr]
}

/** OBX-11 (table 0085). */
function resultStatus(status: ResultStatus, { changed, withdrawn }: ResultSettings): string {
  if (status === 'withdrawn') return withdrawn
  if (status === 'preliminary' || status === 'partial') return 'P'
  if (status === 'addended' && changed === 'AB') return 'B'
  if (status === 'amended' && changed === 'AB') return 'A'
  return OBR_STATUS[status]
}

type Part = ReportPart<SentFile>
type FilePart = Extract<Part, { kind: 'document' }>
const isFile = (part: Part): part is FilePart => part.kind === 'document'
const isPdf = (part: Part) => isFile(part) && part.mediaType === 'application/pdf'

/** How many parts each version brought as a portal of before wrote it: an addendum may be any of them, and none may be lost. */
const uncounted = ({ status, parts }: EhrResult['result']): number[] =>
  status === 'addended' ? parts.map(() => 1) : [parts.length]

/** What is sent of each version: its PDFs; and where it is wanted, or there is no PDF, everything else that it brought. */
function sentParts({ result, settings }: EhrResult): Part[] {
  const { parts } = result
  let from = 0
  return (result.partCounts ?? uncounted(result)).flatMap((count) => {
    const own = parts.slice(from, from + count)
    from += count
    return settings.structured || !own.some(isPdf) ? own : own.filter(isPdf)
  })
}

/** The report as OBX: its files, then the results as data. */
function observationsOf(sent: EhrResult): Hl7Segment[] {
  const { result, settings } = sent
  const { status } = result
  if (status === 'received' || status === 'cancelled') return []
  const of = resultStatus(status, settings)
  let count = 0
  const obx = (content: Record<number, FieldContent>): Hl7Segment => {
    count += 1
    return segment('OBX', {
      1: String(count),
      ...content,
      11: of,
      ...(settings.version === '2.3'
        ? {}
        : { 14: writeTime(new Date(result.madeAt)), 23: result.laboratory }),
    })
  }
  const { code, text, system } = settings.document
  const file = (from: SentFile, index: number, mediaType = 'application/pdf') =>
    obx({
      ...{ 2: 'ED', 3: [code, text, system], 4: String(index + 1) },
      5: ['', ...mediaType.split('/'), 'Base64', fileMark(from.fileKey)],
    })
  if (status === 'withdrawn') return withdrawnOf(sent, obx, file)
  const parts = sentParts(sent)
  const files = parts.filter(isFile)
  const written = files.map((one, index) => file(one, index, one.mediaType))
  const about = files.length < parts.length || settings.structured ? fetusOf(sent).map(obx) : []
  const told = new Map<string, number>()
  const data = parts.flatMap(dataOf).map((fields) => {
    const times = (told.get(String(fields[3])) ?? 0) + 1
    told.set(String(fields[3]), times)
    // An addendum may tell under the same name: a system that files by OBX-3 and OBX-4 would keep one of the two.
    return obx(times === 1 ? fields : { ...fields, 4: String(times) })
  })
  const findings = parts.flatMap((part) => (part.kind === 'genetics' ? part.findings : []))
  return [...written, ...about, ...data, ...findingSegments(findings, count + 1, of)]
}

/**
 * Each observation that the hospital may have, once, without its value; where it takes no withdrawal, the page that says so
 * in the place of each PDF, and a word in that of each value.
 */
function withdrawnOf(
  { filed, notice, settings }: EhrResult,
  obx: (content: Record<number, FieldContent>) => Hl7Segment,
  file: (from: SentFile, index: number) => Hl7Segment,
): Hl7Segment[] {
  const had = new Map(
    filed
      .flatMap(segmentsIn)
      .filter(({ name }) => name === 'OBX')
      .map((one) => [[3, 4].map((field) => one.getField(field)?.toString()).join('|'), one]),
  )
  const isOfFile = (one: Hl7Segment) => textOf(one, 2) === 'ED'
  const rows = [...had.values()]
  const page = settings.withdrawn === 'C' ? notice : null
  const { code, text, system } = settings.document
  const isWithoutPlace = rows.length === 0 || (page && !rows.some(isOfFile))
  const first = page ? () => file(page, 0) : () => obx({ 2: 'ED', 3: [code, text, system], 4: '1' })
  return [
    ...(isWithoutPlace ? [first()] : []),
    ...rows.map((one) => {
      const gone = page ? { 2: 'ST', 5: 'WITHDRAWN' } : { 2: textOf(one, 2) }
      const row = page && isOfFile(one) ? file(page, 0) : obx(gone)
      copyField(row, 3, one)
      copyField(row, 4, one)
      return row
    }),
  ]
}

/** That data are a fetus's, and which one's: as in our orders to the laboratory. */
function fetusOf({ fetus }: EhrResult): Record<number, FieldContent>[] {
  if (!fetus) return []
  return [
    {
      ...{ 2: 'CE', 3: ['48002-0', 'Genomic source class', 'LN'], 4: fetus.number },
      5: ['LA10429-1', 'Fetal', 'LN'],
    },
    { 2: 'ST', 3: ['FETUS', 'Fetus', 'L'], 4: fetus.number, 5: `Fetus ${fetus.label}`.trim() },
  ]
}

function dataOf(part: Part): Record<number, FieldContent>[] {
  if (part.kind === 'lines')
    return [{ 2: 'TX', 3: ['', part.label || 'Text of the report'], 5: part.lines.map((line) => [line]) }]
  return part.kind === 'values' ? part.values.map(fieldsOf) : []
}

function fieldsOf({ code, name, value, unit, range, flag }: ReportValue): Record<number, FieldContent> {
  const isNumber = /^-?\d+(\.\d+)?$/.test(value)
  return { 2: isNumber ? 'NM' : 'ST', 3: [code, name], 5: value, 6: unit, 7: range, 8: flag }
}
