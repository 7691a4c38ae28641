import type { SavedEstimate } from '#contract/coverage.ts'
import { money, percent } from '#domain/coverage/money.ts'
import { ensure, MARGIN, QUIET, type Sheet, WIDTH } from '#server/features/documents/public.ts'
import { AMOUNT_WIDTH, INDENT, line, type Paper, SMALL, section } from './estimate-paper.ts'
import type { EstimateWords } from './estimate-words.ts'

/** How the amount was calculated: each test with its share, and the meaning of the terms used. */
export function drawSteps({ sheet, saved: { estimate, tests }, words }: Paper): void {
  if (estimate === null || estimate.steps.length === 0) return
  const { result, steps, stepsOfLow } = estimate
  section(sheet, result.kind === 'none' ? words.how.understood : words.how.title)
  const allSteps = [...steps, ...stepsOfLow]
  if (result.kind === 'range') {
    line(sheet, { text: words.how.most(money(result.high)), bold: true, before: 3 })
    stepLines(sheet, steps, tests, words)
    sum(sheet, words, result.high)
    line(sheet, { text: words.how.least(money(result.low)), bold: true, before: 10 })
    const notes = steps.filter(({ test }) => test === null)
    const own = stepsOfLow.filter((step) => step.test !== null || !notes.some((note) => isSame(note, step)))
    stepLines(sheet, own, tests, words)
    sum(sheet, words, result.low)
  } else {
    stepLines(sheet, steps, tests, words)
    if (result.kind === 'amount') sum(sheet, words, result.cents)
  }
  const meanings = [...new Set(allSteps.map(({ kind }) => words.meaning[kind]))].filter(
    (one) => one !== undefined,
  )
  meanings.forEach((text, index) => {
    line(sheet, { text, size: SMALL, color: QUIET, before: index === 0 ? 6 : 1 })
  })
}

type Steps = NonNullable<SavedEstimate['estimate']>['steps']
type Step = Steps[number]

const isSame = (one: Step, other: Step) => one.kind === other.kind && one.about === other.about

/** Each test once, followed by its steps; steps about all tests come first. */
function stepLines(sheet: Sheet, steps: Steps, tests: SavedEstimate['tests'], words: EstimateWords): void {
  const wordsOf = (step: Step) =>
    words.step[step.kind]({
      ...{ of: money(step.ofCents ?? 0), rate: percent(step.rate ?? 0), about: step.about },
    })
  const ofAll = steps.filter(({ test }) => test === null)
  for (const step of ofAll) line(sheet, { text: wordsOf(step), before: 2 })
  const codes = [...new Set(steps.flatMap(({ test }) => test ?? []))]
  for (const code of codes) {
    const [first, ...rest] = steps.filter(({ test }) => test === code)
    if (!first) continue
    // Keeps the name on one page with the first step.
    ensure(sheet, 32)
    line(sheet, { text: tests.find((test) => test.code === code)?.name ?? code, before: 5 })
    for (const step of [first, ...rest])
      line(sheet, { text: wordsOf(step), indent: INDENT, color: QUIET, before: 1 }, money(step.cents))
  }
}

function sum(sheet: Sheet, words: EstimateWords, cents: number): void {
  sheet.y += 4
  ensure(sheet, 20)
  const x = MARGIN + WIDTH - AMOUNT_WIDTH
  sheet
    .moveTo(x, sheet.y)
    .lineTo(MARGIN + WIDTH, sheet.y)
    .lineWidth(0.75)
    .strokeColor('#5b6670')
    .stroke()
  line(sheet, { text: words.how.together, bold: true, before: 3 }, money(cents))
}
