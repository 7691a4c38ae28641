import { type Options, readOptions } from '../options.ts'
import type { Line } from '../report.ts'
import { type RunDeps, runConformance } from '../run.ts'
import type { Verdict } from '../script.ts'

/** Tries a simulator, or what `more` names; the numbers by verdict. */
export async function tried(
  counterpart: 'laboratory' | 'ehr',
  {
    simulate,
    answerMs,
    say,
    ...more
  }: Partial<Options> & Partial<Pick<RunDeps, 'simulate' | 'answerMs' | 'say'>> = {},
): Promise<Record<Verdict, string[]> & { lines: Line[] }> {
  const lines = await runConformance(
    { ...readOptions([counterpart], {}), ...more },
    {
      ...{ now: () => new Date(), say: say ?? (() => undefined) },
      ...(simulate ? { simulate } : {}),
      ...(answerMs ? { answerMs } : {}),
    },
  )
  const numbers = (verdict: Verdict) =>
    lines.filter((line) => line.verdict === verdict).map(({ number }) => number)
  return { pass: numbers('pass'), fail: numbers('fail'), 'not tried': numbers('not tried'), lines }
}
