import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RESULT_STATUSES, type ResultStatus } from '#domain/ehr/results.ts'
import { ehrCodec } from './codec.ts'
import { fileMark } from './port.ts'
import { SETTINGS, sampleResult } from './testing/results.ts'

const { writeResult } = ehrCodec({ sendingApplication: 'KARYO', sendingFacility: 'LAB', processingId: 'P' })

/** Independent of the codec: segments by CR, fields by |; MSH is shifted so that the index is the field's number. */
function fieldsOf(raw: string): string[][] {
  const segments = raw.split('\r').filter(Boolean)
  return segments.map((line) => {
    const fields = line.split('|')
    return line.startsWith('MSH') ? ['MSH', '|', ...fields.slice(1)] : fields
  })
}
const first = (raw: string, name: string) => fieldsOf(raw).find(([one]) => one === name) ?? []
const all = (raw: string, name: string) => fieldsOf(raw).filter(([one]) => one === name)

/** A result of each status, with and without the hospital's order. */
const written = RESULT_STATUSES.flatMap((status) => {
  const sent = sampleResult()
  const result = { ...sent.result, status }
  return [writeResult({ ...sent, result }), writeResult({ ...sent, result, echo: '', placer: null })]
})

test('docs/interfaces.md names each field of a result, and each that it names is written', () => {
  const docs = readFileSync(new URL('../../docs/interfaces.md', import.meta.url), 'utf8')
  const from = docs.indexOf('### Results to hospitals')
  const rows = docs.slice(
    docs.indexOf('| field | content |', from),
    docs.indexOf('| the hospital answers', from),
  )
  const named = rows.split('\n').flatMap((line) => {
    let segment = ''
    return (/^\| ([^|]+) \|/.exec(line)?.[1] ?? '').split(', ').flatMap((part) => {
      const found = /^(?:([A-Z][A-Z\d]{2})-)?(\d+)$/.exec(part.trim())
      segment = found?.[1] ?? segment
      return found ? [`${segment}-${found[2]}`] : []
    })
  })
  const fields = written
    .flatMap(fieldsOf)
    .flatMap((segment) =>
      segment.flatMap((value, index) => (index > 0 && value !== '' ? [`${segment[0]}-${index}`] : [])),
    )
  const beyond = (one: string[], other: string[]) => [...new Set(one)].filter((name) => !other.includes(name))
  expect({ notNamed: beyond(fields, named), notWritten: beyond(named, fields) }).toEqual({
    notNamed: [],
    notWritten: [],
  })
})

describe('a result', () => {
  test('echoes the hospital’s segments, even of other delimiters', () => {
    const sent = sampleResult()
    const raw = writeResult(sent)
    const [pid = '', pv1 = '', orc = '', obr = ''] = sent.echo.split('\n')
    expect(raw).toContain(`\r${pid}\r${pv1}\r`)
    expect(first(raw, 'ORC').slice(1, 5)).toEqual(['RE', '7001^EPIC^1.2.3^ISO', '4711^KARYO', 'G1^EPIC'])
    expect(first(raw, 'ORC')[12]).toBe(orc.split('|')[12])
    expect(first(raw, 'OBR')[16]).toBe(orc.split('|')[12])
    expect(first(raw, 'OBR')[4]).toBe('GEN1^Epilepsy panel^L^WES1^Exome^L')
    expect(first(raw, 'OBR')[7]).toBe(obr.split('|')[7])
    const codec = ehrCodec({ sendingApplication: 'K', sendingFacility: 'L', processingId: 'P' })
    const order = [
      'MSH#*~$%#EPIC#LARK#K#L#20260312##ORM*O01#C1#P#2.3',
      'PID#1##M1***LARK*MR##BERG%van den*JON$T$PAUL',
      'ORC#NW#7|1*EPIC',
      'OBR#1#7|1*EPIC##GEN1',
    ]
    const read = codec.read(order.join('\r'))
    const [echo] = read.kind === 'orders' ? read.echoes : []
    expect(echo).toBe(
      'PID|1||M1^^^LARK^MR||BERG&van den^JON%PAUL\nORC|NW|7\\F\\1^EPIC\nOBR|1|7\\F\\1^EPIC||GEN1',
    )
  })

  test.each([
    ['one ORC', []],
    ['an ORC each', ['ORC|NW|7001^EPIC']],
  ])('goes back under the OBR of its test, where several below %s have one number', (_, between) => {
    const codec = ehrCodec({ sendingApplication: 'K', sendingFacility: 'L', processingId: 'P' })
    const order = [
      'MSH|^~\\&|EPIC|LARK|K|L|20260312||ORM^O01|C1|P|2.3',
      'PID|1||M1^^^LARK^MR||OKAFOR^ADAEZE',
      'ORC|NW|7001^EPIC',
      'OBR|1|7001^EPIC||GEN1^Epilepsy panel^L|||20260310|||||||||1234567893^OKAFOR',
      ...between,
      'OBR|2|7001^EPIC||GEN2^Exome^L|||20260311',
    ]
    const read = codec.read(order.join('\r'))
    if (read.kind !== 'orders') throw new Error(read.kind)
    expect(read.echoes).toHaveLength(1)
    const [echo = ''] = read.echoes
    const [one = [], other = []] = read.orders[0]?.tests ?? []
    const obr = (asked: typeof one | null) => {
      const written = first(writeResult(sampleResult({ echo, asked, collectedOn: '2026-03-05' })), 'OBR')
      return [written[4], written[7], written[16]]
    }
    expect(obr(one)).toEqual(['GEN1^Epilepsy panel^L^WES1^Exome^L', '20260310', '1234567893^OKAFOR'])
    expect(obr(other)).toEqual(['GEN2^Exome^L^WES1^Exome^L', '20260311', '1234567893^OKAFOR'])
    // None of them is known to be the reported test.
    expect(obr(null)).toEqual(['WES1^Exome^L', '20260305', '1234567893^OKAFOR'])
  })

  test('[SUBJ-03] of a fetus is not taken for its mother’s, who is in PID', () => {
    const fetus = { number: '4711-fetus-2', label: 'B', words: 'fetus B' }
    const sent = sampleResult({ fetus })
    const notes = (raw: string) => all(raw, 'NTE').slice(0, 2)
    const mark = 'RESULT OF FETUS B OF THIS PATIENT’S PREGNANCY, NOT OF THE PATIENT'
    const raw = writeResult(sent)
    expect(notes(raw).map((nte) => nte.slice(1))).toEqual([
      ['1', '', mark],
      ['2', '', 'CORRECTED REPORT. Wrong gene named'],
    ])
    expect(first(raw, 'OBR')[4]).toBe('GEN1^Epilepsy panel^L^WES1^Exome, fetus B^L')
    const about = all(raw, 'OBX').filter((obx) => obx[4] === '4711-fetus-2')
    expect(about.map((obx) => [obx[3], obx[5]])).toEqual([
      ['48002-0^Genomic source class^LN', 'LA10429-1^Fetal^LN'],
      ['FETUS^Fetus^L', 'Fetus B'],
    ])
    // A hospital that takes the PDF alone reads it in the note; so it does of a report that is withdrawn.
    const pdfOnly = writeResult({ ...sent, settings: { ...SETTINGS, structured: false } })
    expect(all(pdfOnly, 'OBX').every((obx) => obx[2] === 'ED')).toBe(true)
    expect(notes(pdfOnly)[0]?.[3]).toBe(mark)
    const withdrawn = writeResult({ ...sent, result: { ...sent.result, status: 'withdrawn' } })
    expect(notes(withdrawn)[0]?.[3]).toBe(mark)
    expect(writeResult(sampleResult())).not.toMatch(/FETUS|fetus/)
  })

  test('has each PDF in its place, an addendum beside it, and data where they are wanted', () => {
    const raw = writeResult(sampleResult())
    expect(all(raw, 'OBX').map((obx) => [obx[1], obx[2], obx[4]])).toEqual([
      ['1', 'ED', '1'],
      ['2', 'ED', '2'],
      ['3', 'TX', ''],
      ['4', 'NM', ''],
      ['5', 'ST', ''],
      ['6', 'ST', '2a'],
    ])
    expect(raw.split(fileMark('a'.repeat(64)))).toHaveLength(2)
    const plain = sampleResult({ settings: { ...SETTINGS, structured: false } })
    expect(all(writeResult(plain), 'OBX').map((obx) => obx[2])).toEqual(['ED', 'ED'])
    const { parts } = plain.result
    const withoutPdf = { ...plain, result: { ...plain.result, parts: parts.slice(2) } }
    expect(all(writeResult(withoutPdf), 'OBX').map((obx) => obx[2])).toEqual(['TX', 'NM', 'ST', 'ST'])
  })

  test('has the text of an addendum that brings no PDF, and the other files of a report that has none', () => {
    const plain = sampleResult({ settings: { ...SETTINGS, structured: false } })
    const [pdf, , lines] = plain.result.parts
    if (pdf?.kind !== 'document' || lines?.kind !== 'lines') throw new Error('another sample')
    const addendum = { ...lines, lines: ['Added'] }
    const rtf = { ...pdf, mediaType: 'application/rtf', fileKey: 'c'.repeat(64) }
    const obx = (parts: (typeof plain.result.parts)[number][], partCounts: number[]) =>
      all(writeResult({ ...plain, result: { ...plain.result, parts, partCounts } }), 'OBX').map((one) => [
        ...[one[2], one[4], one[5]],
      ])
    const ed = (index: number, kind: string, key: string) => [
      ...['ED', String(index), `^application^${kind}^Base64^${fileMark(key.repeat(64))}`],
    ]
    expect(obx([pdf, lines, addendum], [2, 1])).toEqual([ed(1, 'pdf', 'a'), ['TX', '', 'Added']])
    expect(obx([rtf], [1])).toEqual([ed(1, 'rtf', 'c')])
    expect(obx([pdf, rtf], [2])).toEqual([ed(1, 'pdf', 'a')])
    expect(obx([lines, rtf, pdf], [2, 1])).toEqual([
      ...[ed(1, 'rtf', 'c'), ed(2, 'pdf', 'a')],
      ['TX', '', 'One~Two'],
    ])
    // Two of one name are two.
    expect(obx([lines, addendum], [1, 1])).toEqual([
      ['TX', '', 'One~Two'],
      ['TX', '2', 'Added'],
    ])
  })

  test('has the text of an addendum also where an earlier version did not count what each version brought', () => {
    const plain = sampleResult({ settings: { ...SETTINGS, structured: false } })
    const [pdf, , lines] = plain.result.parts
    if (!pdf || !lines) throw new Error('another sample')
    const kinds = (status: 'addended' | 'corrected') => {
      const { partCounts: _, ...result } = plain.result
      const raw = writeResult({ ...plain, result: { ...result, status, parts: [pdf, lines] } })
      return all(raw, 'OBX').map((one) => one[2])
    }
    expect(kinds('addended')).toEqual(['ED', 'TX'])
    expect(kinds('corrected')).toEqual(['ED'])
  })

  test('that is not final says what it takes the place of', () => {
    const { result, ...sent } = sampleResult()
    const raw = writeResult({ ...sent, result: { ...result, status: 'preliminary', isInstead: true } })
    expect(first(raw, 'NTE')[3]).toBe('NOT FINAL: REPLACES THE REPORT SENT BEFORE. Wrong gene named')
    expect([first(raw, 'OBR')[25], first(raw, 'OBX')[11]]).toEqual(['P', 'P'])
  })

  test.each<[ResultStatus, string, string]>([
    ['preliminary', 'P', 'P'],
    ['partial', 'A', 'P'],
    ['final', 'F', 'F'],
    ['addended', 'C', 'B'],
    ['amended', 'C', 'A'],
    ['corrected', 'C', 'C'],
    ['withdrawn', 'C', 'W'],
    ['received', 'I', ''],
    ['cancelled', 'X', ''],
  ])('%s is OBR-25 %s and OBX-11 %s', (status, obr, obx) => {
    const sent = sampleResult()
    const raw = writeResult({ ...sent, result: { ...sent.result, status } })
    expect([first(raw, 'OBR')[25], first(raw, 'OBX')[11] ?? '']).toEqual([obr, obx])
  })

  test('that is withdrawn names all that the hospital has of it, each once, by its status and without a value', () => {
    const sent = sampleResult()
    const has = writeResult(sent)
    const named = (raw: string) => all(raw, 'OBX').map((obx) => [obx[3], obx[4]])
    const withdraw = (withdrawn: 'W' | 'D' | 'X' | 'C', changes = {}) =>
      writeResult({
        ...{ ...sent, settings: { ...SETTINGS, withdrawn }, filed: [has, has] },
        ...{ result: { ...sent.result, status: 'withdrawn', parts: [] }, ...changes },
      })
    for (const as of ['W', 'D', 'X'] as const) {
      expect(named(withdraw(as))).toEqual(named(has))
      for (const obx of all(withdraw(as), 'OBX')) expect([obx[5], obx[11]]).toEqual(['', as])
    }
    // Where it takes no withdrawal, the page stands for each PDF, and no value is left.
    const notice = { fileKey: 'c'.repeat(64), bytes: 9 }
    const corrected = withdraw('C', { notice })
    const page = `^application^pdf^Base64^${fileMark(notice.fileKey)}`
    expect(named(corrected)).toEqual(named(has))
    expect(all(corrected, 'OBX').map((obx) => [obx[2], obx[5], obx[11]])).toEqual([
      ...Array(2).fill(['ED', page, 'C']),
      ...Array(4).fill(['ST', 'WITHDRAWN', 'C']),
    ])
    const { parts } = sent.result
    const withoutPdf = writeResult({ ...sent, result: { ...sent.result, parts: parts.slice(2) } })
    expect(all(withdraw('C', { notice, filed: [withoutPdf] }), 'OBX').map((obx) => obx[2])).toEqual([
      'ED',
      ...Array(4).fill('ST'),
    ])
  })

  test('that is withdrawn goes to whom it was sent, if the hospital’s order is another person’s by now', () => {
    const sent = sampleResult()
    const filed = [writeResult(sent)]
    const echo = sent.echo.replaceAll('OKAFOR^ADAEZE', 'ROE^KIM').replace('V99', 'V100')
    const result = { ...sent.result, status: 'withdrawn' as const, parts: [] }
    const withdrawn = writeResult({ ...sent, echo, result, filed, isOthersNow: true })
    for (const name of ['PID', 'PV1']) expect(first(withdrawn, name)).toEqual(first(filed[0] ?? '', name))
    expect(first(writeResult({ ...sent, echo, result, filed }), 'PID')[5]).toBe('ROE^KIM')
  })

  test('is the same text each time, and of 2.3 has no field of later versions', () => {
    expect(writeResult(sampleResult())).toBe(writeResult(sampleResult()))
    const old = writeResult(sampleResult({ settings: { ...SETTINGS, version: '2.3' } }))
    expect(first(old, 'MSH').slice(9, 13)).toEqual(['ORU^R01', 'R17', 'P', '2.3'])
    for (const obx of all(old, 'OBX')) expect(obx.length).toBeLessThanOrEqual(12)
  })
})
