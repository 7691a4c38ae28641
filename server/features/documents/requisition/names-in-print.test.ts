import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readyOrder } from '../../../testing/world.ts'
import { piecesOf } from '../testing/pdf-text.ts'
import { requisitionOf } from './content.ts'
import { writeRequisitions } from './write.ts'

const NOW = new Date('2026-03-13T10:00:00Z')

function printed(firstName: string, lastName: string): Promise<Uint8Array> {
  const document = readyOrder()
  const patients = document.patients.map((one) => ({
    ...one,
    firstName,
    lastName,
    dateOfBirth: '2019-03-14',
  }))
  const row = {
    ...{ id: 500123, document: { ...document, patients }, consents_asked: null, consents_confirmed: null },
    ...{ submitted_at: NOW, submitted_by_name: 'Ada Okafor', accession_number: null },
    ...{ assign_new_lab_number: false, signature: null },
  }
  const requisition = requisitionOf(row, {
    laboratory: { name: 'Larkfield Genetics', address: ['1200 Larkfield Way'], phone: '(312) 555-0142' },
    ...{ institutionName: 'Harbor & Vale Clinic', institutionAddress: '1 Quay St', institutionPhone: '' },
    ...{ vaStation: '', consents: [], withdrawals: [], additions: [], recollections: [] },
    ...{ questionnaires: [], tests: [], specimenOf: null, now: NOW },
  })
  return writeRequisitions({ requisitions: [requisition], now: NOW })
}

/** The whole text without spaces and signs of direction; a name's parts in other fonts follow each other. */
const textOf = (pdf: Uint8Array) =>
  piecesOf(pdf)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/[\s\u2066-\u2069]/g, '')

test.each([
  ['Linh', 'Nguyễn'.normalize('NFD')],
  ['Őrs', 'Szűcs'],
  ['Ǆena', 'ẞ Ŵ ŉ Ƣ'],
  ['Владимир', 'Ёлкин'],
  ['서연', '김'],
  ['小明', '𠮷田'],
  ['さくら', '齋藤'],
  ['नमिता', 'कृष्णन्'],
  ['শ্রী', 'কৃষ্ণ'],
  ['ਸਿੰਘ', 'ਕੌਰ'],
  ['શ્રી', 'કૃષ્ણ'],
  ['தமிழ்', 'ஸ்ரீ'],
  ['తెలుగు', 'శ్రీ'],
  ['ಕೃಷ್ಣ', 'ಶ್ರೀ'],
  ['കൃഷ്ണൻ', 'ശ്രീ'],
  ['ශ්‍රී', 'ක්‍රිෂ්'],
  ['สมหญิง', 'ศรีสุวรรณ'],
  ['ສົມ', 'ລາວ'],
  ['រដ្ឋ', 'ស្រី'],
  ['မြတ်', 'ကျော်'],
  ['Գրիգոր', 'Հովհաննիսյան'],
  ['ქეთევან', 'გელაშვილი'],
  ['አበበ', 'ቢቂላ'],
  ['ᎠᏂ', 'ᏣᎳᎩ'],
])('the label has the letters of %s %s', async (firstName, lastName) => {
  const text = textOf(await printed(firstName, lastName))
  expect(text).toContain(`500123-s1${`${firstName}${lastName}`.replaceAll(' ', '')}DOB14Mar2019`)
  expect(text).not.toContain('[?]')
})

test.each([
  ['علي', 'بن أحمد'],
  ['علی‌پور', 'مریم'],
  ['שָׂרָה', 'כֹּהֵן'],
])('a name that runs to the left is printed in one piece: %s %s', async (firstName, lastName) => {
  const pieces = piecesOf(await printed(firstName, lastName)).map(({ text }) => text)
  expect(pieces.filter((text) => text === `${firstName} ${lastName}`).length).toBeGreaterThan(1)
})

test('a name that runs to the left leaves the number beside it, and its own brackets, in their places', async () => {
  const pieces = piecesOf(await printed('علي', '(4)'))
  const label = pieces.findIndex(({ text }) => text === '500123-s1')
  const [close, number, open] = pieces.slice(label + 1, label + 4)
  // As they are read; drawn, each bracket faces the other way.
  expect([close?.text, number?.text, open?.text]).toEqual([')', '4', 'علي ('])
  expect((close?.x ?? 0) < (number?.x ?? 0) && (number?.x ?? 0) < (open?.x ?? 0)).toBe(true)
})

test('letters that no font has are marked, and the label and the page say where the name is', async () => {
  for (const [name, visible] of [
    ['Otto 👍', 'Otto[?]'],
    ['ᱥᱟᱱᱛᱟᱲᱤ', '[?]'],
    [`Z${'\u0301'.repeat(60)}oe`, '[?]oe'],
  ] as const) {
    const text = textOf(await printed(name, 'Meyer'))
    const where = 'isinplaceoflettersthatcannotbeprinted:seethenameinorder500123onthescreen'
    expect(text).toContain(`500123-s1${visible}Meyer[?]${where}DOB14Mar2019`)
    expect(text).toContain(`Patient${visible}MeyerName[?]${where}`)
  }
})

/** Poppler's tools draw what is printed. */
const POPPLER = ['/usr/bin/pdftoppm', '/opt/homebrew/bin/pdftoppm'].find(existsSync)

/** The gray of every pixel of a part of the first page, in points. */
function pixels(pdf: Uint8Array, [x, y, width, height]: readonly number[]): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'karyo-print-'))
  const dots = (points = 0) => String(Math.round((points * 144) / 72))
  try {
    writeFileSync(path.join(folder, 'in.pdf'), pdf)
    const part = ['-x', dots(x), '-y', dots(y), '-W', dots(width), '-H', dots(height)]
    execFileSync(POPPLER ?? '', ['-gray', '-r', '144', '-singlefile', ...part, 'in.pdf', 'out'], {
      cwd: folder,
    })
    const image = readFileSync(path.join(folder, 'out.pgm'))
    // P5, width and height, the highest value, each in a line.
    return image.subarray(image.length - Number(dots(width)) * Number(dots(height)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const areDark = (grays: Buffer) => grays.filter((gray) => gray < 128).length

test.runIf(POPPLER)('no name reaches into the barcode, the number or the frame beside it', async () => {
  const usual = await printed('Ada', 'Okafor')
  const code = piecesOf(usual).find(({ text }) => text === '500123-s1')
  if (!code) throw new Error('no label')
  const top = 792 - code.y
  // From the top of the label to the foot of its number.
  const barcode = [42, top - 40, 165, 40] as const
  expect(areDark(pixels(usual, barcode))).toBeGreaterThan(1000)
  for (const [firstName, lastName] of [
    [`Z${'\u0301'.repeat(3)}`, `Y${'\u0301'.repeat(3)}`],
    ['น้ำผึ้ง', 'ก็ญี่ปุ่'],
    ['مُحَمَّدٌ', 'ٱللَّٰهِ'],
    ['ស្ត្រី', 'မြတ်ကျော်'],
  ] as const)
    expect(
      pixels(await printed(firstName, lastName), barcode).equals(pixels(usual, barcode)),
      firstName,
    ).toBe(true)
  for (const name of ['W'.repeat(120), 'สมหญิง'.repeat(20), 'علي'.repeat(40), 'नमिता'.repeat(20)]) {
    const label = await printed(name, name)
    const moved = 792 - (piecesOf(label).find(({ text }) => text === '500123-s1')?.y ?? 0)
    // Right of the frame, where a name that is not broken would go on.
    expect(areDark(pixels(label, [215, moved - 40, 300, 60]))).toBe(0)
  }
})

test.runIf(POPPLER)('names are drawn, each its own, and none as boxes', async () => {
  const names = ['김', '田', 'علي', 'שרה', 'नमिता', 'ศรี', 'ᏣᎳᎩ', '👍']
  const drawn = await Promise.all(
    names.map(async (name) => {
      const pdf = await printed(name, name)
      const code = piecesOf(pdf).find(({ text }) => text === '500123-s1')
      return pixels(pdf, [50, 792 - (code?.y ?? 0) + 2, 140, 14])
    }),
  )
  for (const name of drawn) expect(areDark(name)).toBeGreaterThan(40)
  expect(new Set(drawn.map((name) => name.toString('base64'))).size).toBe(names.length)
})
