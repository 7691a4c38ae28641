import type { SavedEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { dollars } from '#domain/text/figures.ts'
import {
  bytesOf,
  cellHeight,
  drawColumns,
  ensure,
  type Line,
  MARGIN,
  newSheet,
  QUIET,
  type Sheet,
  signPages,
  WIDTH,
  write,
} from '#server/features/documents/public.ts'
import {
  BODY,
  type EstimateLetterhead,
  line,
  nameAndCodes,
  type Paper,
  SMALL,
  section,
} from './estimate-paper.ts'
import { columns, contacts, sectionsBesideAmount } from './estimate-sections.ts'
import { drawSteps } from './estimate-steps.ts'
import type { EstimateLanguage, EstimateWords } from './estimate-words.ts'
import { ESTIMATE_IN_ENGLISH } from './estimate-words-en.ts'
import { ESTIMATE_IN_SPANISH } from './estimate-words-es.ts'

const WORDS: Record<EstimateLanguage, EstimateWords> = { en: ESTIMATE_IN_ENGLISH, es: ESTIMATE_IN_SPANISH }

/**
 * A stored estimate for the patient as a PDF: US Letter, one page if there are few tests. CPU-bound: run it
 * as heavy work.
 */
export async function writeEstimate({
  saved,
  language,
  letterhead,
}: {
  saved: SavedEstimate
  language: EstimateLanguage
  letterhead: EstimateLetterhead
}): Promise<Uint8Array> {
  const words = WORDS[language]
  const Title = `${words.number(saved.id)}: ${words.title(saved.tests.length)}`
  const info = { Title, Author: letterhead.laboratory.name, CreationDate: new Date(saved.madeAt) }
  const sheet = await newSheet(info, { lang: language })
  drawEstimate(sheet, saved, language, letterhead)
  return bytesOf(sheet)
}

/**
 * Writes the estimate from the top of the sheet's newest page. It is worded from the estimate's figures,
 * never from its stored words, which are for clinics; the amount is the stored one. Test names are unchanged.
 */
export function drawEstimate(
  sheet: Sheet,
  saved: SavedEstimate,
  language: EstimateLanguage,
  letterhead: EstimateLetterhead,
): void {
  const first = sheet.bufferedPageRange().count - 1
  const words = WORDS[language]
  const paper: Paper = { sheet, saved, words, letterhead }
  head(paper)
  amount(paper)
  drawSteps(paper)
  columns(sheet, [...sectionsBesideAmount(paper), contacts(paper)])
  assistance(paper)
  codes(paper)
  signPages(sheet, first, `${words.number(saved.id)}  ·  ${saved.patientName}`, words.page)
}

function head({ sheet, saved, words, letterhead: { laboratory, clinic } }: Paper): void {
  const { tests } = saved
  const [only, second] = tests
  const about = second || !only ? words.severalTests(tests.length) : nameAndCodes(only)
  drawColumns(sheet, [
    [
      { text: laboratory.name, bold: true, size: 14 },
      {
        text: [...laboratory.address, laboratory.phone].join('  ·  '),
        ...{ size: SMALL, color: QUIET, before: 2 },
      },
      { text: words.title(tests.length), bold: true, size: 17, before: 12 },
      { text: about, size: 11, before: 2 },
    ],
  ])
  sheet.y += 10
  const { fields } = words
  const day = (instant: string) => words.day(todayAtLaboratory(new Date(instant)))
  const rows: [string, string][] = [
    [fields.patient, saved.patientName],
    [fields.born, saved.patientDateOfBirth ? words.day(saved.patientDateOfBirth) : ''],
    [fields.clinic, clinic],
    [fields.insurance, [saved.payerName, saved.memberId].filter(Boolean).join('\n')],
    [fields.plan, saved.planName],
    [fields.made, day(saved.madeAt)],
    [fields.counts, words.day(saved.countsUntil)],
    [fields.asked, saved.checkedAt ? day(saved.checkedAt) : ''],
  ]
  const cells = rows
    .filter(([, value]) => value !== '')
    .map(([label, value]): Line[] => [
      { text: label, size: SMALL, color: QUIET },
      { text: value, size: BODY, before: 1 },
    ])
  for (let first = 0; first < cells.length; first += 4) {
    if (first > 0) sheet.y += 5
    drawColumns(sheet, cells.slice(first, first + 4), 4)
  }
}

/** The amount, which is what the patient looks for. */
function amount({ sheet, saved, words }: Paper): void {
  const { estimate } = saved
  const notABill = words.notABill[estimate === null ? 'uninsured' : 'insured']
  const lines = [
    ...amountLines(saved, words),
    ...(estimate?.result.kind === 'none' ? [] : [{ text: notABill, size: SMALL, color: QUIET, before: 8 }]),
  ]
  const inner = WIDTH - 32
  const height = cellHeight(sheet, lines, inner) + 26
  sheet.y += 14
  ensure(sheet, height)
  const top = sheet.y
  sheet.roundedRect(MARGIN, top, WIDTH, height, 6).fillColor('#eef3f4').fill()
  let y = top + 13
  for (const line of lines) {
    y += line.before ?? 0
    write(sheet, line, MARGIN + 16, y, inner)
    y = sheet.y
  }
  sheet.x = MARGIN
  sheet.y = top + height
}

function amountLines(
  { estimate, listPriceCents, selfPayCents }: SavedEstimate,
  words: EstimateWords,
): Line[] {
  const big = (text: string): Line => ({ text, bold: true, size: 28, before: 2 })
  const label = (text: string): Line => ({ text, size: 11 })
  if (estimate === null)
    return [
      label(selfPayCents === null ? words.amount.listPrice : words.amount.uninsured),
      big(money(selfPayCents ?? listPriceCents)),
    ]
  const { result } = estimate
  if (result.kind === 'amount') return [label(words.amount.one), big(money(result.cents))]
  if (result.kind === 'range')
    return [
      label(words.amount.between),
      big(`${money(result.low)} ${words.amount.and} ${money(result.high)}`),
    ]
  return [
    { text: words.amount.unknown, bold: true, size: 17 },
    { text: words.because[result.because], size: BODY, before: 5 },
  ]
}

function assistance({ sheet, saved, words }: Paper): void {
  if (saved.assistance.length === 0) return
  const { title, lead, people, most, contactWords } = words.assistance
  section(sheet, title, 30 + 14 * saved.assistance.length)
  line(sheet, { text: lead })
  sheet.y += 4
  const row = (cells: string[], isHead: boolean) =>
    drawColumns(
      sheet,
      cells.map((text, index): Line[] => [{ text, size: SMALL + 0.5, bold: isHead || index === 0 }]),
    )
  row([most, ...people], true)
  for (const { incomeUpToCents, mostCents } of saved.assistance) {
    sheet.y += 2
    const incomes = people.map((_, index) => dollars(incomeUpToCents[index] ?? 0, { cents: false }))
    row([mostCents === null ? contactWords : money(mostCents), ...incomes], false)
  }
}

/** For whoever calls the insurance. */
function codes({ sheet, saved: { tests, estimate }, words }: Paper): void {
  // A single test is listed above with its codes.
  if (tests.length < 2) return
  sheet.y += 8
  line(sheet, {
    text: estimate === null ? words.codes.uninsured : words.codes.insured,
    size: SMALL,
    color: QUIET,
  })
  const named = tests.map((test): Line[] => [{ text: nameAndCodes(test), size: SMALL, before: 1 }])
  for (let first = 0; first < named.length; first += 2) drawColumns(sheet, named.slice(first, first + 2), 2)
}
