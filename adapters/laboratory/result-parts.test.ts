import { describe, expect, test } from 'vitest'
import type { LabUpdate } from './port.ts'
import { codec, PDF, result } from './testing/messages.ts'

const BASE64 = PDF.toString('base64')
const OTHER = Buffer.concat([PDF, Buffer.from('% another\n')])
const ed = (content: string, status = 'F', type = 'PDF') =>
  `ED|R^Report^L||^application^${type}^Base64^${content}||||||${status}`
const group = (status = 'F') => `OBR|1|12|26-1|WES1^Exome^L${'|'.repeat(21)}${status}`

function updateOf(...segments: string[]): LabUpdate {
  const message = codec.read(result(...segments))
  if (message.kind !== 'news' || !message.updates[0]) throw new Error(JSON.stringify(message))
  return message.updates[0]
}
const partsOf = (...segments: string[]) => updateOf(group(), ...segments).report?.parts
const documentsOf = (...segments: string[]) =>
  (updateOf(group(), ...segments).report?.parts ?? []).flatMap((part) =>
    part.kind === 'document' ? [Buffer.from(part.content).toString('latin1')] : [],
  )
const value = (name: string, text: string, more = {}) =>
  expect.objectContaining({ name, value: text, ...more })

describe('a PDF in several pieces', () => {
  const complete = `OBX|1|${ed(BASE64)}`

  test.each([10, 60, complete.length - 3])('[MSG-07] is joined with what ADD continues, cut at %i', (at) => {
    expect(documentsOf(complete.slice(0, at), `ADD|${complete.slice(at)}`)).toEqual([PDF.toString('latin1')])
  })

  test('[MSG-07] of which ADD brings two more is joined of all three', () => {
    expect(
      documentsOf(complete.slice(0, 60), `ADD|${complete.slice(60, 90)}`, `ADD|${complete.slice(90)}`),
    ).toEqual([PDF.toString('latin1')])
  })

  test('[MSG-07] of which another message has the rest is refused', () => {
    const halves = result(group(), complete.slice(0, 60), 'DSC|M2|I')
    const rest = result(group(), complete).replace('|P|2.5.1', '|P|2.5.1||M1')
    for (const raw of [halves, rest])
      expect(codec.read(raw)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('DSC') })
  })
})

test('[MSG-09] an echo of the order is no report, and the report behind it is found', () => {
  const echo = `OBX|1|${ed(BASE64, 'O')}`
  expect(documentsOf(echo, `OBX|2|${ed(OTHER.toString('base64'))}`)).toEqual([OTHER.toString('latin1')])
  // A final group that contains only the echo is final and empty.
  expect(updateOf(group(), echo)).toMatchObject({ report: { status: 'final', parts: [] } })
  // Neither does "pending" or "not asked for" without a result.
  for (const status of ['I', 'N'])
    expect(updateOf(group(), `OBX|1|${ed('', status)}`)).toMatchObject({ report: null })
})

test.each(['D', 'W', 'X'])(
  '[MSG-10] an emptied result that %s takes back stands beside the new PDF',
  (status) => {
    const empty = [`OBX|1|${ed('', status)}`, `OBX|1|ED|R||""||||||${status}`, `OBX|1|ED|R||||||||${status}`]
    for (const taken of empty)
      expect(documentsOf(taken, `OBX|2|${ed(BASE64)}`)).toEqual([PDF.toString('latin1')])
  },
)

test('[MSG-10] one that is not taken back is refused by its field', () => {
  expect(codec.read(result(group(), `OBX|1|${ed('')}`, `OBX|2|${ed(BASE64)}`))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('OBX-5'),
  })
})

test('[MSG-11] every PDF of a group is kept, in the order of the message', () => {
  const segments = [`OBX|1|${ed(BASE64)}`, `OBX|2|${ed(OTHER.toString('base64'))}`]
  expect(documentsOf(...segments)).toEqual([PDF, OTHER].map((content) => content.toString('latin1')))
  expect(partsOf(...segments)).toMatchObject([
    { filename: 'report-26-1.pdf' },
    { filename: 'report-26-1-2.pdf' },
  ])
})

describe('[MSG-15] a result without a PDF', () => {
  test('is shown as a table of values with units, range and flag', () => {
    const parts = partsOf(
      'OBX|1|NM|8339-4^Birthweight^LN||2805|g^gram^UCUM|2500 - 4500|N|||F',
      'OBX|2|CWE|57713-0^Factors^LN||LA12419-0^In NICU^LN^^^^^^SICK||||||F',
      'OBX|3|SN|1^Titer^LN||>^100||||||F',
      'OBX|4|NR|5^Length^L|2a|15^20||||||F',
      'OBX|5|DT|1^Drawn^LN||20260312||||||F',
      'OBX|6|ST|2^Two^L||one ^ half~other||||||F',
      'OBX|7|XTN|3^Call^L||^^PH^^^555^5551212||||||F',
      'OBX|8|CE|4^Only coded^L||LA6668-3||||||F',
    )
    expect(parts).toEqual([
      {
        kind: 'values',
        label: '',
        values: [
          { code: '8339-4', name: 'Birthweight', value: '2805', unit: 'g', range: '2500 - 4500', flag: 'N' },
          value('Factors', 'In NICU (SICK)'),
          value('Titer', '>100'),
          value('Length [2a]', '15 to 20'),
          value('Drawn', '2026-03-12'),
          value('Two', 'one ^ half; other'),
          value('Call', 'PH 555 5551212'),
          value('Only coded', 'LA6668-3'),
        ],
      },
    ])
  })

  test('is shown as text line by line, also across several OBX', () => {
    expect(
      partsOf(
        'OBX|1|TX|N^Narrative^L||First||||||F',
        'OBX|2|TX|N^Narrative^L||||||||F',
        'OBX|3|FT|N^Narrative^L||A\\.br\\B~C||||||F',
      ),
    ).toEqual([{ kind: 'lines', label: 'Narrative', lines: ['First', '', 'A', 'B', 'C'] }])
  })

  test('is shown as its notes, each with its subject', () => {
    expect(
      updateOf(group(), 'NTE|1||Of the group~twice', 'OBX|1|ST|G^Gene^L||CFTR||||||F', 'NTE|1|L|On CFTR')
        .report?.parts,
    ).toEqual([
      { kind: 'lines', label: 'Notes', lines: ['Of the group', 'twice'] },
      { kind: 'values', label: '', values: [value('Gene', 'CFTR')] },
      { kind: 'lines', label: 'Note on Gene', lines: ['On CFTR'] },
    ])
    expect(updateOf(group(), 'NTE|1||Nothing else').report).toMatchObject({
      status: 'final',
      parts: [{ lines: ['Nothing else'] }],
    })
  })

  test('is shown as the place where the laboratory stores it', () => {
    expect(partsOf('OBX|1|RP|R^Report^L||https://lims.test/r/1^LIS^application^pdf||||||F')).toEqual([
      {
        kind: 'values',
        label: '',
        values: [value('Report', 'https://lims.test/r/1 (application/pdf, LIS)')],
      },
    ])
  })

  test.each([
    ['{\\rtf1 Negative}', 'rtf', 'application/rtf', 'report-26-1.rtf'],
    ['\x89PNG\r\n\x1a\n…', 'octet-stream', 'image/png', 'report-26-1.png'],
    ['\xff\xd8\xff\xe0', '', 'image/jpeg', 'report-26-1.jpg'],
  ])('is shown as a file of another kind: %j', (content, type, mediaType, filename) => {
    const written = Buffer.from(content, 'latin1')
    expect(partsOf(`OBX|1|${ed(written.toString('base64'), 'F', type)}`)).toMatchObject([
      { kind: 'document', label: 'Report', mediaType, filename, content: written },
    ])
  })

  test('is shown as the words of an embedded text or page, without markup', () => {
    const page =
      '<html><style>p{}</style><script>alert(1)</script><p>No variant &lt; 5 %</p><p>found</p></html>'
    expect(partsOf(`OBX|1|${ed(btoa(page), 'F', 'HTML')}`)).toEqual([
      { kind: 'lines', label: 'Report', lines: ['No variant < 5 %', 'found'] },
    ])
    expect(partsOf('OBX|1|ED|R^Report^L||^TEXT^PLAIN^A^In words||||||F')).toMatchObject([
      { lines: ['In words'] },
    ])
  })

  test('is read in one pass, whatever a page begins and never ends', () => {
    // An expression that looks for the end of each takes minutes, in which the portal does nothing else.
    const page = `<p>Negative</p>${'<script '.repeat(60_000)}${'<'.repeat(150_000)}`
    const part = partsOf(`OBX|1|${ed(btoa(page), 'F', 'HTML')}`)?.[0]
    expect(part).toMatchObject({ kind: 'lines', lines: ['Negative', expect.any(String)] })
  })

  test('is listed as received if it cannot be displayed', () => {
    expect(partsOf(`OBX|1|${ed(btoa('\0\x01\x02'), 'F', 'dicom')}`)).toMatchObject([
      { kind: 'lines', lines: [expect.stringMatching(/application\/dicom \(3 bytes\).*cannot be shown/)] },
    ])
  })

  test('keeps what precedes the first order', () => {
    const raw = result('NTE|1||Of the patient', 'OBX|1|ST|A^Age^L||7||||||F', group())
    expect(codec.read(raw)).toMatchObject({
      updates: [
        { report: { parts: [{ lines: ['Of the patient'] }, { values: [{ name: 'Age', value: '7' }] }] } },
      ],
    })
  })
})

test('shows a non-text recommendation as a result, and an echoed one not at all', () => {
  expect(updateOf(group(), 'OBX|1|CE|TREATMENT^Diet^L|1|K^Ketogenic^L||||||F')).toMatchObject({
    treatments: [],
    report: { parts: [{ values: [{ name: 'Diet [1]', value: 'Ketogenic' }] }] },
  })
  expect(updateOf(group(), 'OBX|1|TX|TREATMENT^Diet^L|1|As ordered||||||O').treatments).toEqual([])
})

describe('the reason for a change', () => {
  test('comes from the notes, those marked as a reason first', () => {
    const changed = updateOf(
      group('C'),
      'NTE|1||Methods as before',
      'NTE|2||Variant is now pathogenic|RECLASSIFICATION',
      'OBX|1|ST|G^Gene^L||CFTR||||||C',
    )
    expect(changed.report).toMatchObject({
      ...{ status: 'amended', change: 'reclassification', words: 'Variant is now pathogenic' },
    })
    expect(updateOf(group('C'), 'NTE|1||Sample swap', 'OBX|1|ST|G^G^L||X||||||C').report).toMatchObject({
      ...{ status: 'corrected', change: null, words: 'Sample swap' },
    })
  })

  test('is given for a withdrawn report too, which has no content', () => {
    expect(updateOf(group(), `OBX|1|${ed(BASE64, 'W')}`, 'NTE|1||Wrong patient').report).toMatchObject({
      ...{ status: 'withdrawn', parts: [], words: 'Wrong patient' },
    })
  })
})
