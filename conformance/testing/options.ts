import { type Options, readOptions } from '../options.ts'
import type { Line } from '../report.ts'
import { type RunDeps, runConformance } from '../run.ts'
import type { Verdict } from '../script.ts'

/**
 * How long an answer may take, unless a test lets none come: on a busy machine 25 MB are underway for longer than a
 * system may take.
 */
export const ANSWER_MS = 60_000
/** How long a message may take that the kit has asked for: on a busy machine the simulator's, too. */
const PATIENCE_MS = 60_000

/** Tries a simulator, or what `more` names; the numbers by verdict. */
export async function tried(
  counterpart: 'laboratory' | 'ehr',
  {
    simulate,
    answerMs = ANSWER_MS,
    say,
    ...more
  }: Partial<Options> & Partial<Pick<RunDeps, 'simulate' | 'answerMs' | 'say'>> = {},
): Promise<Record<Verdict, string[]> & { lines: Line[] }> {
  const lines = await runConformance(
    { ...readOptions([counterpart], {}), patienceMs: PATIENCE_MS, ...more },
    {
      ...{ now: () => new Date(), say: say ?? (() => undefined), answerMs },
      ...(simulate ? { simulate } : {}),
    },
  )
  const numbers = (verdict: Verdict) =>
    lines.filter((line) => line.verdict === verdict).map(({ number }) => number)
  return { pass: numbers('pass'), fail: numbers('fail'), 'not tried': numbers('not tried'), lines }
}
