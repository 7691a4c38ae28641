import { byText } from '#domain/text/order.ts'
import type { Exchanged, Finding, Verdict } from './script.ts'

/** How a run stands with one sentence: broken if any step broke it, else proven if any step proved it. */
export interface Line {
  number: string
  words: string
  verdict: Verdict
  findings: readonly Finding[]
}

/** One line for each numbered sentence, by number; a sentence that no step is about was not tried. */
export function linesOf(
  sentences: readonly { number: string; words: string }[],
  findings: readonly Finding[],
): Line[] {
  const inOrder = sentences.toSorted((a, b) => byText(a.number, b.number))
  return inOrder.map(({ number, words }) => {
    const about = findings.filter((finding) => finding.number === number)
    const verdict = (['fail', 'pass'] as const).find((each) => about.some((one) => one.verdict === each))
    return { number, words, verdict: verdict ?? 'not tried', findings: about }
  })
}

/** The longest field that a report shows. */
const LONGEST = 120

/** The report. `isWhole`: with the messages of everything, else of what failed. */
export function reportOf(title: string, lines: readonly Line[], isWhole: boolean): string {
  const count = (verdict: Verdict) => lines.filter((line) => line.verdict === verdict).length
  const sections = lines.map(({ number, words, verdict, findings }) => {
    const head = `${(verdict === 'fail' ? 'FAIL' : verdict).padEnd(10)}${number}  ${words}`
    const deciding = findings.filter((one) => one.verdict === verdict)
    const [first] = deciding
    if (verdict === 'not tried') return `${head}\n${indented(first ? first.why : 'No step tries it.')}`
    if (verdict === 'pass' && !isWhole) return head
    const details = (verdict === 'pass' ? deciding.slice(0, 1) : deciding).map(
      ({ step, why, exchange }) =>
        `${indented(`The kit ${step}${why === '' ? '' : `: ${why}`}`)}\n${exchange.map(messageOf).join('\n')}`,
    )
    return [head, ...details].join('\n')
  })
  const sum = `${count('pass')} pass, ${count('fail')} fail, ${count('not tried')} not tried.`
  return `${[title, '', ...sections, '', sum].join('\n')}\n`
}

const indented = (text: string) => `${' '.repeat(10)}${text}`

function messageOf({ from, raw }: Exchanged): string {
  const arrow = from === 'kit' ? '>' : '<'
  return raw
    .split(/[\r\n]+/)
    .filter((line) => line !== '')
    .map((line) => indented(`${arrow} ${line.split('|').map(shortened).join('|')}`))
    .join('\n')
}

function shortened(field: string): string {
  return field.length <= LONGEST ? field : `${field.slice(0, LONGEST / 2)}… (${field.length} characters)`
}
