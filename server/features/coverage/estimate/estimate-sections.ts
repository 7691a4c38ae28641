import type { SavedEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import {
  cellHeight,
  drawColumns,
  GUTTER,
  type Line,
  type Sheet,
  WIDTH,
} from '#server/features/documents/public.ts'
import { bullet, type Paper, paragraph, TITLE } from './estimate-paper.ts'
import type { EstimateWords } from './estimate-words.ts'

interface Section {
  title: string
  lines: Line[]
}

/** The sections besides the amount; empty ones are omitted. */
export function sectionsBesideAmount({ saved: { estimate, tests }, words }: Paper): Section[] {
  if (estimate === null) return []
  const { result, isOutOfNetwork, authorizationRequired, selfPay } = estimate
  const isCounted = result.kind !== 'none'
  // The price without insurance has its own section.
  const changes = estimate.changes.filter(({ kind }) => kind !== 'self-pay')
  const sections: Section[] = [
    {
      title: words.changes.title,
      lines: changes.flatMap(({ kind, cents }) =>
        bullet(words.changes.of[kind](cents === null ? '' : money(cents))),
      ),
    },
    { title: words.missing.title, lines: missingLines(estimate, tests, words) },
    {
      title: words.authorization.title,
      lines: isCounted ? [paragraph(words.authorization[authorizationRequired])] : [],
    },
    {
      title: words.selfPay.title,
      lines: selfPay.cents === null ? [] : [paragraph(words.selfPay[selfPay.compared](money(selfPay.cents)))],
    },
    {
      title: words.outOfNetwork.title,
      lines: isOutOfNetwork && isCounted ? [paragraph(words.outOfNetwork.words)] : [],
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

function missingLines(
  estimate: NonNullable<SavedEstimate['estimate']>,
  tests: SavedEstimate['tests'],
  words: EstimateWords,
): Line[] {
  const names = [...new Set(estimate.missing.map(({ name }) => name))]
  const lines = names.flatMap((name) => {
    const of = estimate.missing.filter((one) => one.name === name)
    const named = of.flatMap(({ test }) => tests.find(({ code }) => code === test)?.name ?? [])
    const which = tests.length > 1 && named.length > 0 ? `: ${named.join(', ')}` : ''
    return bullet(`${words.missing.of[name]}${which}`)
  })
  return lines.length > 0 ? [...lines, { ...paragraph(words.missing.lead), before: 3 }] : []
}

export function contacts({ saved: { estimate }, words, letterhead: { laboratory } }: Paper): Section {
  const own = paragraph(words.questions.laboratory(laboratory.name, laboratory.phone))
  return {
    title: words.questions.title,
    lines: estimate === null ? [own] : [own, { ...paragraph(words.questions.insurance), before: 2 }],
  }
}

/** In two columns, each section in the column with more room. */
export function columns(sheet: Sheet, all: readonly Section[]): void {
  const columnsOfLines: [Line[], Line[]] = [[], []]
  const height = (column: Line[]) => cellHeight(sheet, column, (WIDTH - GUTTER) / 2)
  for (const { title, lines } of all) {
    const [left, right] = columnsOfLines
    const column = height(left) <= height(right) ? left : right
    column.push({ text: title, bold: true, size: TITLE, before: 10 }, ...lines)
  }
  drawColumns(sheet, columnsOfLines)
}
