import { PROBAND } from '../orders/document.ts'
import type { Fact } from '../orders/said.ts'
import type { FiledReport } from './news.ts'

/** What was said of the reports of an order, in the order of arrival, with what a person at the laboratory decided. */
export function filedIn(facts: readonly Fact[]): FiledReport[] {
  const decisions = new Map<string, NonNullable<FiledReport['decided']>>()
  for (const fact of facts)
    if (fact.kind === 'decided') {
      const { outcome, as, of } = fact
      decisions.set(fact.result, { outcome, as, ...(of === undefined ? {} : { of }) })
    }
  return facts.flatMap((fact) => {
    const filed = filedReport(fact)
    if (!filed) return []
    const decided = decisions.get(filed.key)
    return [decided ? { ...filed, decided } : filed]
  })
}

function filedReport(fact: Fact): FiledReport | null {
  if (fact.kind === 'result') {
    const { kind, at, madeAt, sentAt, ...filed } = fact
    return { ...filed, madeAt: new Date(madeAt), sentAt: new Date(sentAt) }
  }
  return fact.kind === 'report' ? ofBefore(fact) : null
}

/** A report of before: final, or changed in a way that nobody kept. */
function ofBefore({ key, at, testCode, fileKey, bytes, corrected }: Fact & { kind: 'report' }): FiledReport {
  return {
    ...{ key, person: PROBAND, status: corrected ? 'amended' : 'final', words: '', change: null },
    identity: { filler: '', accession: '', testCode, group: '' },
    parts: [
      {
        ...{ kind: 'document', label: '', filename: 'report.pdf', mediaType: 'application/pdf' },
        ...{ fileKey, bytes },
      },
    ],
    ...{ madeAt: at, sentAt: at },
  }
}
