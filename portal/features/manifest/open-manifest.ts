import { ProblemError } from '#contract/errors.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { api as portalApi } from '#portal/api.ts'
import { batchFile, CHECKED_PER_BATCH, MADE_PER_BATCH } from './batches.ts'
import { createRun } from './run.ts'
import { createSheet } from './sheet.ts'
import type { ManifestHead, SheetStore } from './sheet-store.ts'
import type { RowState, SheetRow } from './states.ts'

/** `drafts`: those of earlier uploads are submitted, and no new row is. */
export type CreateMode = 'draft' | 'submit' | 'drafts'

interface ManifestDeps {
  api: Pick<typeof portalApi, 'manifest'>
  hospital: string
  head: ManifestHead
  rows: readonly SheetRow[]
  store: Pick<SheetStore, 'rows'>
  wait(tries: number, signal: AbortSignal): Promise<void>
}

const isWorthARetry = (error: unknown) =>
  error instanceof ProblemError &&
  ['unavailable', 'internal', 'too-many-requests'].includes(error.problem.code)

/** A manifest that has been read: its rows, their check by the server, and the making of their orders. */
export function openManifest({ api, hospital, head, rows, store, wait }: ManifestDeps) {
  const sheet = createSheet(head.rules, rows, (changed) => void store.rows(changed))
  const headings = sheet.columns.map((column) => column.heading)

  async function ask(batch: readonly SheetRow[], goAhead: 'no' | 'draft' | 'submit') {
    const file = { filename: 'rows.csv', mediaType: 'text/csv', content: batchFile(headings, batch) }
    const answer = await api.manifest.import({
      ...{ params: { testCode: head.rules.test.code, hospitalCode: hospital }, query: {} },
      body: { file, goAhead, referral1: head.referral1, ...(goAhead === 'submit' ? SIGNED : {}) },
    })
    if (answer.rows.length !== batch.length) throw new Error('Some rows have no answer')
    sheet.answer(batch, answer.rows)
    return answer.rows
  }
  const stateBefore = (as: CreateMode): RowState => (as === 'drafts' ? 'draft' : 'ready')
  function ready(most: number): SheetRow[] {
    const { rows: all, states } = sheet.state()
    const found: SheetRow[] = []
    for (let at = 0; at < all.length && found.length < most; at += 1) {
      const row = all[at]
      if (row && states[at] === stateBefore(how)) found.push(row)
    }
    return found
  }

  let how: CreateMode = 'draft'
  let made = 0
  const check = createRun<SheetRow>({
    ...{ worthARetry: isWorthARetry, wait },
    next: () => sheet.state().uncheckedRows.slice(0, CHECKED_PER_BATCH),
    send: async (batch) => void (await ask(batch, 'no')),
  })
  const making = createRun<SheetRow>({
    ...{ worthARetry: isWorthARetry, wait },
    next: () => ready(MADE_PER_BATCH),
    send: async (batch) => {
      const answers = await ask(batch, how === 'draft' ? 'draft' : 'submit')
      made += answers.filter((answer) => answer.outcome !== 'refused').length
    },
  })
  return {
    ...{ hospital, head, sheet, check, making },
    /** Asks the server about every row that it was not asked about as it stands now. */
    checkRemaining: () => void check.begin(sheet.state().uncheckedRows.length),
    /** Makes orders of all rows that are ready, or submits the drafts of earlier uploads. */
    make(as: CreateMode) {
      how = as
      made = 0
      const { counts } = sheet.state()
      void making.begin(counts[stateBefore(as)])
    },
    /** What the last making made of the rows, and how many: a row that an earlier try made counts too. */
    result: () => ({ as: how, made }),
  }
}
export type OpenManifest = ReturnType<typeof openManifest>
