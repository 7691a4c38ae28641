import pg from 'pg'
import { prepared } from '../bare/statements.ts'
import { type Line, lineOf, saveResults } from '../harness.ts'
import type { ServedPortal } from './served.ts'

interface Flat {
  bench: string
  settings: object
  rounds: number
  /** Consecutive requests in one round. */
  times: number
  /** The database of a portal, for questions whose floor is the bare SQL of the same rows. */
  urlOf?: (orders: number) => string
}

/** A question, or one with its bare SQL: the same rows by one statement, without sign-in, scope, policies and presentation. */
export type Question = string | { path: string; floor: { text: string; values: readonly unknown[] } }
const pathOf = (question: Question) => (typeof question === 'string' ? question : question.path)

const WARM_UPS = 2

/**
 * Sends each portal the same queries in turn, and reports each one's milliseconds with its ratio to the
 * smallest portal's, beside the bare SQL of the same question. `questions` returns the queries for a portal.
 */
export async function compareSizes(
  served: readonly ServedPortal[],
  questions: (one: ServedPortal) => Promise<Record<string, Question>>,
  { bench, settings, rounds, times, urlOf }: Flat,
): Promise<Line[]> {
  const questionsByServer = new Map<ServedPortal, Record<string, Question>>()
  for (const one of served) questionsByServer.set(one, await questions(one))
  const [smallest] = served
  if (!smallest) throw new Error('no portal to ask')
  const floors = new Map<ServedPortal, pg.Client>()
  try {
    if (urlOf)
      for (const one of served) {
        const client = new pg.Client(urlOf(one.orders))
        await client.connect()
        floors.set(one, client)
      }
    const lines: Line[] = []
    for (const name of Object.keys(questionsByServer.get(smallest) ?? {})) {
      const asked = new Map(served.map((one) => [one, questionsByServer.get(one)?.[name] ?? '']))
      const portals = await measured(asked, { rounds, times }, async (one, question) => {
        const { ms } = await one.ask(pathOf(question))
        return ms
      })
      lines.push(...linesOf(name, portals))
      const withFloor = new Map([...asked].filter(([, question]) => typeof question !== 'string'))
      if (withFloor.size < asked.size || floors.size === 0) continue
      const bare = await measured(withFloor, { rounds, times }, (one, question) =>
        timed(floors.get(one), question),
      )
      lines.push(...linesOf(`${name}, bare SQL`, bare))
    }
    await saveResults({ name: bench, settings }, lines)
    return lines
  } finally {
    await Promise.all([...floors.values()].map((client) => client.end()))
  }
}

type Measure = (one: ServedPortal, question: Question) => Promise<number>

/** The milliseconds of each portal's rounds, asked in turn. */
async function measured(
  asked: ReadonlyMap<ServedPortal, Question>,
  { rounds, times }: Pick<Flat, 'rounds' | 'times'>,
  measure: Measure,
): Promise<Map<ServedPortal, number[]>> {
  const values = new Map<ServedPortal, number[]>([...asked.keys()].map((one) => [one, []]))
  for (let round = -WARM_UPS; round < rounds; round += 1)
    for (const [one, durations] of values)
      for (let time = 0; time < times; time += 1) {
        const ms = await measure(one, asked.get(one) ?? '')
        if (round >= 0) durations.push(ms)
      }
  return values
}

/** One prepared statement on a connection without policies. */
async function timed(client: pg.Client | undefined, question: Question): Promise<number> {
  if (!client || typeof question === 'string') return Number.NaN
  const { text, values } = question.floor
  const began = performance.now()
  await prepared(client)(text, values)
  return performance.now() - began
}

/** With the ratio to the smallest portal's median. */
function linesOf(name: string, values: ReadonlyMap<ServedPortal, number[]>): Line[] {
  const lines = [...values].map(([one, durations]) => lineOf(`${name} · ${one.orders}`, 'ms', durations))
  const base = lines[0]?.median ?? Number.NaN
  return lines.map((line) => ({ ...line, ratio: line.median / base }))
}
