import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeLetter } from '#domain/follow-up/letters.ts'
import { lettersOf } from '#server/start/letters.ts'
import { readLetters, SHIPPED_LETTERS } from './letter-file.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'karyo-letters-'))
afterAll(() => rmSync(dir, { recursive: true }))

let made = 0
function file(...rows: string[]): string {
  made += 1
  const at = path.join(dir, `letters-${made}.csv`)
  writeFileSync(at, `${rows.join('\r\n')}\r\n`)
  return at
}
const HEAD = 'letter,title,text'
const RELATIVE = 'relative,For you,"Dear {recipient},\r\n\r\n{variant} {before}"'

test('[WATCH-02] the shipped letters can be read', () => {
  const { patient, relative } = readLetters(SHIPPED_LETTERS)
  expect(patient.paragraphs[0]).toBe('Dear {patient},')
  expect(relative.paragraphs).toContain('{institution}')
})

test('[WATCH-02] the shipped letter tells a relative of a change for the better too, and warns whoever acted on the old class', () => {
  const { paragraphs } = writeLetter('relative', readLetters(SHIPPED_LETTERS), {
    ...{ patientName: 'Ida Quill', namesPatient: false, recipient: 'Otto' },
    variants: [{ name: 'LMNA c.1A>G', before: 'Likely pathogenic', after: 'Uncertain significance' }],
    laboratory: { name: 'Larkfield Genetics', phone: '(312) 555-0142' },
    ...{
      laboratoryNumber: '26-104',
      institution: 'Harbor Clinic',
      reportDay: '6 May 2026',
      day: '7 May 2026',
    },
  })
  expect(paragraphs).toEqual([
    'Dear Otto,',
    'The laboratory has changed what is known about a variant that was found in a member of your family. You may have the same variant. You decide whether you want to know.',
    'The variant: LMNA c.1A>G.\nIts classification before: Likely pathogenic.\nIts classification now: Uncertain significance.\nDate of the new report: 6 May 2026. Laboratory: Larkfield Genetics, (312) 555-0142. Laboratory number: 26-104.',
    'If you were tested for this variant, or changed your care because of it, talk with your clinician before you change anything.',
    'If you have not been tested, ask a physician or a genetic counselor whether a test is useful for you now. Show them this letter: they need the name of the variant and the laboratory number to order the right test, and should ask the laboratory for the current classification, as it may change.',
    'Harbor Clinic',
  ])
})

test('[WATCH-02] a laboratory’s letters are read in its own words: an empty line ends a paragraph, a line stays a line', () => {
  const patient = 'patient,"A title, of ours","Dear {patient},\r\n \r\n\r\n{variant} \r\n{before}\n\nEnd"'
  expect(lettersOf({ KARYO_LETTERS: file(HEAD, RELATIVE, patient) })).toEqual({
    patient: {
      title: 'A title, of ours',
      paragraphs: ['Dear {patient},', '{variant}\n{before}', 'End'],
    },
    relative: { title: 'For you', paragraphs: ['Dear {recipient},', '{variant} {before}'] },
  })
})

test.each<[string, string[], RegExp[]]>([
  ['without one of the letters', [HEAD, RELATIVE], [/letters-\d+\.csv, column letter: 'patient' is missing/]],
  ['with a letter twice', [HEAD, RELATIVE, RELATIVE], [/column letter: 'relative' is already in row/]],
  ['with a letter that is not known', [HEAD, 'aunt,a,{variant}'], [/'aunt' is not one of patient, relative/]],
  ['without a column', ['letter,title', 'patient,a'], [/row 1, column text: the column is missing/]],
  [
    'with everything that is wrong at once',
    [HEAD, 'patient,,{variant}', 'relative,{patient},"Dear {you}"'],
    [
      /row 2, column title: an empty cell/,
      /column title: letter 'relative': \{patient\} would name the patient/,
      /column text: letter 'relative': \{you\} is not known/,
      /column text: letter 'relative': \{variant\} is missing/,
      /column text: letter 'relative': \{before\} is missing/,
    ],
  ],
])('a file %s stops the start, which names the setting, letter and column', (_name, rows, expected) => {
  const KARYO_LETTERS = file(...rows)
  let message = ''
  try {
    lettersOf({ KARYO_LETTERS })
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toMatch(/^KARYO_LETTERS: .*letters-\d+\.csv cannot be used\. /)
  for (const one of expected) expect(message).toMatch(one)
})

test('a file that is not there stops the start', () => {
  expect(() => lettersOf({ KARYO_LETTERS: path.join(dir, 'none.csv') })).toThrow(/the file is missing/)
})

test('the documentation names every gap', () => {
  const text = readFileSync('docs/operating-reference.md', 'utf8')
  for (const [gap] of readFileSync(SHIPPED_LETTERS, 'utf8').matchAll(/\{\w+\}/g))
    expect(text).toContain(`\`${gap}\``)
})
