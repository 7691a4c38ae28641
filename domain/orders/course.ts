import { addWorkingDays, type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import { type HeldFor, heldDays, holdsIn } from './held.ts'
import type { Fact, Progress, Said } from './said.ts'

/** A report stands above all: whoever ordered it must be able to read it, whatever was cancelled before. */
const FORWARD: readonly Progress[] = ['en-route', 'accessioned', 'in-process', 'cancelled', 'reported']

interface Specimen {
  arrivedAt: Date | null
  rejected: { at: Date; code: string; words: string } | null
}

export interface Report {
  version: number
  testCode: string
  fileKey: string
  bytes: number
  corrected: boolean
  madeAt: Date
}

/** Where an order stands by all that the laboratory has said of it. */
export interface Course {
  progress: Progress
  laboratoryNumber: string | null
  expectedOn: IsoDate | null
  /** When the first report was made. */
  reportedAt: Date | null
  /** By the sample's key: those that were sent with the order, and those that the laboratory names. */
  specimens: ReadonlyMap<string, Specimen>
  /** Oldest first. */
  holds: HeldFor[]
  /** Oldest first. */
  reports: Report[]
  treatments: { key: string; testCode: string; title: string; text: string; madeAt: Date }[]
}

interface Ordered {
  /** In working days; null where the catalogue gives none. */
  turnaroundDays: number | null
  /** The keys of the samples that it was sent with. */
  samples: readonly string[]
}

/**
 * Reads a course from all the facts of an order. Facts may come late, twice and in any order: the course is that of
 * the same facts in the order of the laboratory's time.
 */
export function courseOf(facts: readonly Fact[], order: Ordered): Course {
  const sorted = inOrder(facts)
  const reports = reportsIn(sorted)
  const holds = holdsIn(sorted)
  const specimens = specimensIn(sorted, order.samples)
  return {
    progress: progressIn(sorted, reports),
    laboratoryNumber: all(sorted, 'numbered')[0]?.number ?? null,
    expectedOn: expectedOn(sorted, order, specimens, holds),
    reportedAt: reports[0]?.madeAt ?? null,
    ...{ specimens, holds, reports, treatments: treatmentsIn(sorted) },
  }
}

/** What comes first of two things that were said in the same moment. */
const AT_ONCE: readonly Said['kind'][] = [
  ...(['stood', 'numbered', 'progress', 'arrived', 'rejected', 'held', 'released'] as const),
  ...(['report', 'treatment', 'cancellation-refused'] as const),
]
/** A correction is of what was there. */
const isCorrection = (fact: Fact) => Number(fact.kind === 'report' && fact.corrected)

function inOrder(facts: readonly Fact[]): Fact[] {
  const once = new Map(facts.map((fact) => [fact.key, fact]))
  return [...once.values()].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      AT_ONCE.indexOf(a.kind) - AT_ONCE.indexOf(b.kind) ||
      isCorrection(a) - isCorrection(b) ||
      (a.key < b.key ? -1 : 1),
  )
}

function all<Kind extends Said['kind']>(facts: readonly Fact[], kind: Kind) {
  return facts.filter((fact): fact is Extract<Said, { kind: Kind }> & Fact => fact.kind === kind)
}

/** It only goes forward. A final result whose report is still to come is none that somebody could read. */
function progressIn(facts: readonly Fact[], reports: readonly Report[]): Progress {
  let furthest = 0
  for (const fact of facts) {
    if (fact.kind !== 'progress' && fact.kind !== 'stood') continue
    const unread = fact.kind === 'progress' && fact.progress === 'reported' && reports.length === 0
    furthest = Math.max(furthest, FORWARD.indexOf(unread ? 'in-process' : fact.progress))
  }
  return FORWARD[furthest] ?? 'en-route'
}

/** The same file again is the same report, made when it was first; a later one of the same test corrects it. */
function reportsIn(facts: readonly Fact[]): Report[] {
  const reports: Report[] = []
  for (const { testCode, fileKey, bytes, corrected, at } of all(facts, 'report')) {
    const ofTest = reports.filter((report) => report.testCode === testCode)
    if (ofTest.some((report) => report.fileKey === fileKey)) continue
    reports.push({
      ...{ version: reports.length + 1, testCode, fileKey, bytes, madeAt: at },
      corrected: corrected || ofTest.length > 0,
    })
  }
  return reports
}

/** What was said last of each stands. */
function treatmentsIn(facts: readonly Fact[]): Course['treatments'] {
  const treatments = new Map<string, Course['treatments'][number]>()
  for (const { treatment: key, testCode, title, text, at } of all(facts, 'treatment'))
    treatments.set(key, { key, testCode, title, text, madeAt: at })
  return [...treatments.values()]
}

const HAS_SPECIMENS: readonly Progress[] = ['accessioned', 'in-process', 'reported']

/** When the laboratory had the specimens of the order, by those that speak of it as a whole. */
function wholeArrival(facts: readonly Fact[]): Date | null {
  const said = all(facts, 'progress').filter(({ bySpecimen }) => !bySpecimen)
  // Work on an order says that its specimens are there only where the laboratory never says which are.
  const isItemized = facts.some(({ kind }) => kind === 'arrived')
  const tells: readonly Progress[] = isItemized ? ['accessioned'] : HAS_SPECIMENS
  return said.find(({ progress }) => tells.includes(progress))?.at ?? null
}

function specimensIn(facts: readonly Fact[], sent: readonly string[]): Map<string, Specimen> {
  const whole = wholeArrival(facts)
  const specimens = new Map<string, Specimen>(sent.map((key) => [key, { arrivedAt: whole, rejected: null }]))
  const named = (key: string) => specimens.get(key) ?? { arrivedAt: null, rejected: null }
  for (const { sample, at } of all(facts, 'arrived')) {
    const { arrivedAt, rejected } = named(sample)
    specimens.set(sample, { arrivedAt: arrivedAt && arrivedAt < at ? arrivedAt : at, rejected })
  }
  for (const { sample, at, code, words } of all(facts, 'rejected')) {
    const { arrivedAt, rejected } = named(sample)
    specimens.set(sample, { arrivedAt, rejected: rejected ?? { at, code, words } })
  }
  return specimens
}

/**
 * The day on which the report is expected: the turnaround in working days from the arrival of the first specimen that
 * can be used, and the working days on which the order was held meanwhile. A hold that lasts counts when it is over.
 */
function expectedOn(
  facts: readonly Fact[],
  { turnaroundDays, samples }: Ordered,
  specimens: ReadonlyMap<string, Specimen>,
  holds: readonly HeldFor[],
): IsoDate | null {
  const stood = all(facts, 'stood').find((fact) => fact.expectedOn !== null)
  const arrivals = [...specimens.values()].flatMap(({ arrivedAt, rejected }) =>
    arrivedAt && !rejected ? [arrivedAt.getTime()] : [],
  )
  // An add-on is on a specimen that the laboratory has.
  const whole = samples.length === 0 ? wholeArrival(facts) : null
  const first = whole ? whole.getTime() : Math.min(...arrivals)
  const from = Number.isFinite(first) ? todayAtLaboratory(new Date(first)) : null
  if (stood?.expectedOn) return addWorkingDays(stood.expectedOn, heldDays(holds, from))
  if (from === null || turnaroundDays === null) return null
  return addWorkingDays(from, turnaroundDays + heldDays(holds, from))
}
