import type { LabUpdate } from '#adapters/laboratory/port.ts'
import { NotTried, type Step } from '../script.ts'
import type { Orders } from './system.ts'
import { EVERY_MESSAGE, type LaboratoryTracker } from './tracker.ts'

/** The report of an order, and its correction. */
export function resultSteps(tracker: LaboratoryTracker, { one }: Orders, needed: () => void): Step[] {
  let final: LabUpdate | undefined
  return [
    {
      does: 'waits for the final report',
      proves: [...EVERY_MESSAGE, 'L-25', 'L-26'],
      async run(holds) {
        needed()
        const { updates } = await tracker.after(
          { orderId: one.orderId, words: `Report order ${one.orderId}`, act: { do: 'report' } },
          one,
          holds,
          { shows: 'L-26', isIt: ({ report }) => report?.status === 'final' },
        )
        final = updates[0]
        holds('L-25', haveWholePdfs(updates), 'the report has no PDF, or one without its end')
        const codes = one.document.tests.map(({ testCode }) => testCode)
        const named = updates.map(({ testCode }) => testCode)
        holds(
          'L-26',
          named.every((code) => codes.includes(code)),
          `OBR-4 names ${named.join(', ')}`,
        )
      },
    },
    {
      does: 'waits for a corrected report',
      proves: [...EVERY_MESSAGE, 'L-25', 'L-27'],
      async run(holds) {
        needed()
        if (!final) throw new NotTried('There was no final report')
        const before = final
        const { updates } = await tracker.after(
          {
            orderId: one.orderId,
            words: `Correct the report of order ${one.orderId}`,
            act: { do: 'correct', words: 'The wrong gene was named' },
          },
          one,
          holds,
          { shows: 'L-27', isIt: ({ report }) => report?.status === 'corrected' },
        )
        holds('L-25', haveWholePdfs(updates), 'the report has no PDF, or one without its end')
        const [corrected] = updates
        const isSame = corrected?.testCode === before.testCode
        const isLater = (corrected?.at?.getTime() ?? 0) > (before.at?.getTime() ?? 0)
        holds('L-27', isSame, `OBR-4 was ${before.testCode}, and is ${corrected?.testCode}`)
        holds('L-27', isLater, 'its time (OBR-22) is not after that of the report that it replaces')
      },
    },
  ]
}

/** A test without a result of its own has its PDF with another's. */
function haveWholePdfs(updates: readonly LabUpdate[]): boolean {
  const parts = updates.flatMap(({ report }) => report?.parts ?? [])
  const files = parts.flatMap((part) =>
    part.kind === 'document' && part.mediaType === 'application/pdf' ? [Buffer.from(part.content)] : [],
  )
  return (
    files.length > 0 &&
    files.every((file) => file.subarray(0, 1024).includes('%PDF-') && file.subarray(-1024).includes('%%EOF'))
  )
}
