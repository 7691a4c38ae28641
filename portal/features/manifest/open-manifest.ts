import { ProblemError } from '#contract/errors.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { api as portalApi } from '#portal/api.ts'
import { batchFile, CHECKED_AT_ONCE, MADE_AT_ONCE } from './batches.ts'
import type { Keep, ManifestHead } from './keep.ts'
import { createRun } from './run.ts'
import { createSheet } from './sheet.ts'
import type { SheetRow } from './states.ts'

export type Making = 'draft' | 'submit'

interface Parts {
  api: Pick<typeof portalApi, 'manifest'>
  hospital: string
  head: ManifestHead
  rows: readonly SheetRow[]
  keep: Pick<Keep, 'rows'>
  wait(tries: number, signal: AbortSignal): Promise<void>
}

const isWorthARetry = (error: unknown) =>
  error instanceof ProblemError &&
  ['unavailable', 'internal', 'too-many-requests'].includes(error.problem.code)

/** A manifest that has been read: its rows, their check by the server, and the making of their orders. */
export function openManifest({ api, hospital, head, rows, keep, wait }: Parts) {
  const sheet = createSheet(head.rules, rows, (changed) => void keep.rows(changed))
  const headings = sheet.columns.map((column) => column.heading)

  async function ask(batch: readonly SheetRow[], goAhead: 'no' | Making) {
    const file = { filename: 'rows.csv', mediaType: 'text/csv', content: batchFile(headings, batch) }
    const answer = await api.manifest.import({
      ...{ params: { testCode: head.rules.test.code, hospitalCode: hospital }, query: {} },
      body: { file, goAhead, referral1: head.referral1, ...(goAhead === 'submit' ? SIGNED : {}) },
    })
    if (answer.rows.length !== batch.length) throw new Error('Some rows have no answer')
    sheet.answer(batch, answer.rows)
    return answer.rows
  }
  function ready(most: number): SheetRow[] {
    const { rows: all, states } = sheet.state()
    const found: SheetRow[] = []
    for (let at = 0; at < all.length && found.length < most; at += 1) {
      const row = all[at]
      if (row && states[at] === 'ready') found.push(row)
    }
    return found
  }

  let how: Making = 'draft'
  let made = 0
  const check = createRun<SheetRow>({
    ...{ worthARetry: isWorthARetry, wait },
    next: () => sheet.state().unasked.slice(0, CHECKED_AT_ONCE),
    send: async (batch) => void (await ask(batch, 'no')),
  })
  const making = createRun<SheetRow>({
    ...{ worthARetry: isWorthARetry, wait },
    next: () => ready(MADE_AT_ONCE),
    send: async (batch) => {
      const answers = await ask(batch, how)
      made += answers.filter((answer) => answer.outcome !== 'refused').length
    },
  })
  return {
    ...{ hospital, head, sheet, check, making },
    /** Asks the server about every row that it was not asked about as it stands now. */
    checkUnasked: () => void check.begin(sheet.state().unasked.length),
    /** Makes orders of all rows that are ready. */
    make(as: Making) {
      how = as
      made = 0
      void making.begin(sheet.state().counts.ready)
    },
    /** What the last making made of the rows, and how many: a row that an earlier try made counts too. */
    result: () => ({ as: how, made }),
  }
}
export type OpenManifest = ReturnType<typeof openManifest>
