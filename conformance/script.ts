/** A message as it was transmitted. */
export interface Exchanged {
  from: 'kit' | 'system'
  raw: string
}

/** How it stands with a sentence of docs/interfaces.md. */
export type Verdict = 'pass' | 'fail' | 'not tried'

/** What one step shows about one sentence. */
export interface Finding {
  number: string
  verdict: Verdict
  /** What the step does. */
  step: string
  /** Why it does not hold, or was not tried; '' if it holds. */
  why: string
  /** What was sent and received during the step. */
  exchange: readonly Exchanged[]
}

/** States whether a sentence holds; `why` tells the reader of the report what was seen instead. */
export type Holds = (number: string, isTrue: boolean, why: string) => void

/** Part of a script: sends, expects within a bound, and says what that shows. */
export interface Step {
  does: string
  /** The sentences that it can prove, by number. */
  proves: readonly string[]
  run(holds: Holds): Promise<void>
}

/** A step cannot be done: because of what was before, or because nobody did what was asked for. */
export class NotTried extends Error {}

/** The system must not be tried: it calls itself production. */
export class Stopped extends Error {}

/** Runs the steps one after the other. Whatever they leave open was not tried. */
export async function runScript(
  steps: readonly Step[],
  log: readonly Exchanged[],
  onStep: (does: string) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  let stopped = ''
  for (const { does, proves, run } of steps) {
    onStep(does)
    const from = log.length
    const results = new Map<string, { isTrue: boolean; why: string }>()
    const holds: Holds = (number, isTrue, why) => {
      if (!proves.includes(number)) throw new Error(`The step “${does}” does not announce ${number}`)
      // Once broken it stays broken, whatever the rest of the step shows.
      if (results.get(number)?.isTrue !== false) results.set(number, { isTrue, why })
    }
    let open = stopped || 'The step ended before it'
    if (stopped === '')
      try {
        await run(holds)
      } catch (error) {
        if (!(error instanceof NotTried || error instanceof Stopped)) throw error
        open = error.message
        if (error instanceof Stopped) stopped = error.message
      }
    const exchange = log.slice(from)
    for (const number of proves) {
      const found = results.get(number)
      const verdict = found ? (found.isTrue ? 'pass' : 'fail') : 'not tried'
      findings.push({
        number,
        verdict,
        step: does,
        why: found ? (found.isTrue ? '' : found.why) : open,
        exchange,
      })
    }
  }
  return findings
}
