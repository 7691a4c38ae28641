import { readFileSync, writeFileSync } from 'node:fs'

// Read into a process by `--import`: its clock is as many seconds off as the file says, and follows the file. Beside it
// stands what it has come to.
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
      // Called with several numbers too, which TypeScript's own signature of `Date` has as another form.
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
