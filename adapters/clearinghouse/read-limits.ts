import { table } from '#domain/table.ts'
import { lookUp } from './codes.ts'
import { element, type Segment } from './x12.ts'

/** EB09 and HSD01: of what a quantity is. */
const QUANTITIES = table<string>({
  ...{
    '8H': 'at least',
    CA: 'covered',
    CE: 'covered (estimated)',
    D3: 'coinsurance days',
    DB: 'blood units',
  },
  ...{ DY: 'days', FL: 'units', HS: 'hours', LA: 'lifetime reserve', LE: 'lifetime reserve (estimated)' },
  ...{ M2: 'at most', MN: 'months', P6: 'services or procedures', QA: 'approved', S7: 'up to the age of' },
  ...{ S8: 'from the age of', VS: 'visits', YY: 'years', '99': 'used' },
})

/** HSD03. */
const UNITS = table<string>({
  ...{ DA: 'days', MO: 'months', VS: 'visits', WK: 'weeks', YR: 'years' },
})

/** EB06 and HSD05. */
const SPANS = table<string>({
  ...{ 6: 'an hour', 7: 'a day', 13: 'in 24 hours', 21: 'in years', 22: 'in a service year' },
  ...{ 23: 'in a calendar year', 24: 'this year to date', 25: 'in the contract', 26: 'an episode' },
  ...{ 27: 'a visit', 28: 'outlier', 29: 'left', 30: 'exceeded', 31: 'not exceeded', 32: 'in a lifetime' },
  ...{ 33: 'left in a lifetime', 34: 'a month', 35: 'a week', 36: 'an admission' },
})

const NAMED = (table: Readonly<Record<string, string>>, code: string) => lookUp(table, code) ?? code

interface Limits {
  limits: string[]
  /** EB10 of EB09. */
  quantity?: { of: string; number: number }
  isUsedUp: boolean
}

/** Exceeded (30), or nothing is left (29, 33 of a lifetime). */
function isOver(span: string, numbers: readonly string[]): boolean {
  return (
    span === '30' || (['29', '33'].includes(span) && numbers.some((number) => /^0+(\.0*)?$/.test(number)))
  )
}

/** How much is paid for, in words: EB09 with EB10 and the span of EB06, and each HSD. */
export function limitsIn(row: readonly Segment[]): Limits {
  const [eb] = row
  const [what, quantity] = [element(eb, 9), element(eb, 10)]
  const span = NAMED(SPANS, element(eb, 6))
  const own = what === '' && quantity === '' ? [] : [words([quantity, NAMED(QUANTITIES, what), span])]
  const deliveries = row.filter(([id]) => id === 'HSD')
  const isUsedUp =
    isOver(element(eb, 6), [quantity, element(eb, 7)]) ||
    deliveries.some((hsd) => isOver(element(hsd, 5), [element(hsd, 2)]))
  return {
    limits: [...own, ...deliveries.map(deliveryIn)],
    ...(/^\d{1,9}(\.\d+)?$/.test(quantity) ? { quantity: { of: what, number: Number(quantity) } } : {}),
    isUsedUp,
  }
}

/** HSD: quantity, per unit, per how many spans, and in which pattern. */
function deliveryIn(hsd: Segment): string {
  const at = (number: number) => element(hsd, number)
  const per = at(3) || at(4) ? words(['per', at(4), NAMED(UNITS, at(3))]) : ''
  return words([at(2), NAMED(QUANTITIES, at(1)), per, at(6), NAMED(SPANS, at(5)), ...hsd.slice(7)])
}

const words = (phrases: readonly string[]) => phrases.filter((part) => part !== '').join(' ')
