import { readFileSync, writeFileSync } from 'node:fs'

// Loaded into a process with `--import`: shifts its clock by the number of seconds in the file, and follows
// changes. Writes the shift in effect to a file beside it.
const file = process.env.FAULTS_CLOCK
let offMs = 0

function look(source: string): void {
  const seconds = Number(readFileSync(source, 'utf8'))
  offMs = seconds * 1000
  writeFileSync(`${source}-seen`, String(seconds))
}

if (file) {
  const real = Date.now
  const Original = Date
  class Moved extends Original {
    constructor(...given: [] | [value: number | string | Date]) {
      // Also called with several numbers, which TypeScript's signature of `Date` treats as another overload.
      super(...((given.length === 0 ? [Moved.now()] : given) as [number]))
    }
    static override now(): number {
      return real() + offMs
    }
  }
  globalThis.Date = Moved as DateConstructor
  look(file)
  setInterval(() => look(file), 100).unref()
}
