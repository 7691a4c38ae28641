import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { BEYOND, BEYOND_COLUMN, columnsOf } from '#domain/manifest/columns.ts'
import { readRow } from '#domain/manifest/row.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { writeCsv } from './csv.ts'
import { MOST_MANIFEST_ROWS, manifestTemplate, readManifest } from './manifest-file.ts'

const [exome] = testContext(goodOrder()).tests
if (!exome) throw new Error('the world has a test')
const columns = columnsOf(exome)

const bytes = (text: string) => new TextEncoder().encode(text)
const refusal = (content: Uint8Array) => {
  const file = readManifest(content, columns)
  return 'refused' in file ? file.refused : null
}
function rowsOf(content: Uint8Array) {
  const file = readManifest(content, columns)
  if ('refused' in file) throw new Error(file.refused)
  return file.rows
}
/** Two bytes per character, as spreadsheets write "Unicode text". */
function utf16(text: string, bigEndian = false): Uint8Array {
  const content = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) content.setUint16(at * 2, text.charCodeAt(at), !bigEndian)
  return new Uint8Array(content.buffer)
}

describe('a manifest as a file', () => {
  const row = { 'First name': 'Linh', 'Last name': 'Nguyễn', City: 'Springvale; IL' }
  test.each([
    ['commas', bytes('First name,Last name,City\nLinh,Nguyễn,Springvale; IL\n')],
    ['semicolons', bytes('First name;Last name;City\r\nLinh;Nguyễn;"Springvale; IL"\r\n')],
    ['tabs', bytes('First name\tLast name\tCity\nLinh\tNguyễn\tSpringvale; IL')],
    ['a byte-order mark', bytes('\uFEFFFirst name,Last name,City\nLinh,Nguyễn,Springvale; IL\n')],
    ['two bytes a character', utf16('\uFEFFFirst name\tLast name\tCity\r\nLinh\tNguyễn\tSpringvale; IL\r\n')],
    ['the other order of bytes', utf16('\uFEFFFirst name,Last name,City\nLinh,Nguyễn,Springvale; IL', true)],
    ['headings in another case', bytes(' FIRST NAME ,last name,CITY\nLinh,Nguyễn,Springvale; IL\n')],
    [
      'headings that are empty at the end',
      bytes('First name,Last name,City,,\nLinh,Nguyễn,Springvale; IL,,\n'),
    ],
    ['line ends of several kinds', bytes('First name,Last name,City\r\nLinh,Nguyễn,Springvale; IL\r\n\n\r')],
    ['empty rows around', bytes('First name,Last name,City\nLinh,Nguyễn,Springvale; IL\n,,\n\n')],
  ])('with %s', (_what, content) => {
    expect(rowsOf(content).map(({ cells }) => cells)).toEqual([row])
  })

  it('is read in a legacy spreadsheet encoding if it is not UTF-8', () => {
    const [first] = rowsOf(
      new Uint8Array([...bytes('First name,Last name\nZo'), 0xeb, ...bytes(',Muller\n')]),
    )
    expect(first?.cells['First name']).toBe('Zoë')
  })

  it('keeps line breaks and quotes in a cell, and counts rows as a spreadsheet does', () => {
    const text = 'First name,Last name,Clinical notes\n\nLinh,Nguyễn,"One,\ntwo ""three"""\n\nBao,Nguyễn,\n'
    const rows = rowsOf(bytes(text))
    expect(rows.map((one) => one.row)).toEqual([3, 5])
    expect(rows[0]?.cells['Clinical notes']).toBe('One,\ntwo "three"')
  })

  it('names unknown columns, and ignores its own annotations', () => {
    const file = readManifest(
      bytes('First name,Last name,Sexx,Outcome,What is wrong\nLinh,N,F,x,y\n'),
      columns,
    )
    expect(file).toMatchObject({ ignored: ['Sexx'] })
  })

  test.each([
    ['a comma without quotes', 'Pat,Smith,Springvale, IL,60601', '60601'],
    ['one after which nothing is left', 'O’Neil, Pat,Smith,123,', '(empty)'],
    ['two more', 'Pat,Smith,Springvale,60601,x,,y', 'x | (empty) | y'],
  ])(
    '[MSG-04] keeps what stands beyond the headings, which is an error of the row: %s',
    (_, line, beyond) => {
      const [row] = rowsOf(bytes(`First name,Last name,City,ZIP code\n${line}\n`))
      expect(row?.cells[BEYOND]).toBe(beyond)
      const { errors } = readRow(row?.cells ?? {}, [...columns, BEYOND_COLUMN], exome)
      expect(errors.filter(({ column }) => column === BEYOND)).toMatchObject([
        { rule: 'beyond-headings', severity: 'error' },
      ])
      // Read back from the annotated file, it is still an error until the cell is emptied.
      const headings = Object.keys(row?.cells ?? {})
      const [again] = rowsOf(bytes(writeCsv(headings, [headings.map((one) => row?.cells[one] ?? '')])))
      expect(again?.cells[BEYOND]).toBe(beyond)
    },
  )

  it('[MSG-04] treats a cell under an empty heading as beyond the headings', () => {
    const [row] = rowsOf(bytes('First name,Last name,,City\nLinh,Nguyễn,Van,Springvale\n'))
    expect(row?.cells).toMatchObject({ City: 'Springvale', [BEYOND]: 'Van' })
  })

  test.each([
    ['an empty file', new Uint8Array(), 'The file is empty'],
    ['a workbook', bytes('PK\u0003\u0004'), 'This is a spreadsheet'],
    ['a picture', new Uint8Array([0x89, 0x50, 0, 0, 0]), 'This is not a text file'],
    ['another file', bytes('a,b\n1,2\n'), 'it has no column “First name” and no column “Last name”'],
    ['a column twice', bytes('First name,Last name,Sex,sex\n'), 'The column “sex” appears twice'],
    ['no rows', bytes('First name,Last name\n,\n'), 'headings but no rows'],
    ['a quote that is never closed', bytes('First name,Last name\n"Linh,N\n'), 'is incomplete'],
    [
      'too many rows',
      bytes(`First name,Last name\n${'a,b\n'.repeat(MOST_MANIFEST_ROWS + 1)}`),
      'the limit is 10000',
    ],
  ])('is refused with an explanation: %s', (_what, content, words) =>
    expect(refusal(content)).toContain(words),
  )

  // Headings were compared each with each: as large a file as may be sent took hours.
  it('is read at once with a hundred thousand columns', () => {
    const headings = Array.from({ length: 100_000 }, (_, at) => `x${at}`)
    const read = readManifest(bytes(`First name,Last name,${headings.join(',')}\na,b\n`), columns)
    expect('ignored' in read && read.ignored).toEqual(headings)
  })

  it('is written so that a spreadsheet executes no cell, and reads back unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@\tab ;é'), maxLength: 6 })
    const cells = fc.array(cell, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = writeCsv(['First name', 'Last name', 'City'], rows)
        for (const line of text.split('\r\n')) expect(line.replace(/^\uFEFF/, '')).not.toMatch(/^[=+@\t-]/)
      }),
    )
    const written = writeCsv(
      ['First name', 'Last name'],
      [
        ['=1+1', '+49'],
        ['@x', '-3'],
      ],
    )
    expect(written).toContain("'=1+1,'+49\r\n'@x,'-3")
    const names = columns.filter((column) => ['First name', 'Last name'].includes(column.heading))
    const read = rowsOf(bytes(written)).map(({ cells }) =>
      names.map((column) => column.read(cells[column.heading] ?? '')),
    )
    expect(read).toEqual([
      [{ value: '=1+1' }, { value: '+49' }],
      [{ value: '@x' }, { value: '-3' }],
    ])
  })

  it('has a template with headings only', () => {
    const template = manifestTemplate(columns)
    expect(template.startsWith('\uFEFFReference,Test code,First name')).toBe(true)
    expect(refusal(bytes(template))).toContain('headings but no rows')
  })
})

it('has a column whose heading a spreadsheet would execute', () => {
  const formula = { ...columns[0], heading: '=HYPERLINK("https://evil.test")', path: '/clinicalNotes' }
  const its = [...columns, formula as (typeof columns)[number]]
  const template = manifestTemplate(its)
  expect(template).toContain("'=HYPERLINK")
  const cells = its.map(({ heading }) => (heading === formula.heading ? 'seen' : 'x'))
  const file = readManifest(bytes(template + writeCsv(cells, []).slice(1)), its)
  expect(file).toMatchObject({ ignored: [], rows: [{ cells: { [formula.heading]: 'seen' } }] })
})
